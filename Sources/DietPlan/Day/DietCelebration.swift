import HealthModel

/// A reason to celebrate on a day.
package enum DietCelebration: Sendable, Hashable {
  /// The user logged a weight.
  case weightLogged(kg: Double)
  /// The day's weight moved the 7-entry average towards the goal: down for `lose`, up for `gain`.
  case averageMoved(fromKg: Double, toKg: Double)
  /// All three macronutrients are green.
  case allMacrosGreen
  /// The 28th day of a cycle.
  case cycleCompleted(cycle: Int)

  /// The strength of the celebration: 1 single, 2 double, 3 triple.
  package var strength: Int {
    switch self {
    case .weightLogged: 1
    case .averageMoved, .allMacrosGreen: 2
    case .cycleCompleted: 3
    }
  }

  /// The celebrations of a day, the strongest last.
  static func all(
    on day: Day, goal: DietGoal, state: DietState, weights: DietWeights, progress: PerMacro<MacroProgress>
  ) -> [DietCelebration] {
    var found: [DietCelebration] = []
    if let entry = weights.entry(on: day) {
      if DietWeights.isByHand(entry) { found.append(.weightLogged(kg: entry.kg)) }
      if let before = weights.averageKg(through: day.adding(-1)), let after = weights.averageKg(through: day),
        goal.isProgress(fromKg: before, toKg: after)
      {
        found.append(.averageMoved(fromKg: before, toKg: after))
      }
    }
    if Macro.allCases.allSatisfy({ progress[$0].smiley == .happy }) { found.append(.allMacrosGreen) }
    if let position = state.position, position.dayOfCycle == PhasePosition.cycleDays {
      found.append(.cycleCompleted(cycle: position.cycle))
    }
    return found
  }
}

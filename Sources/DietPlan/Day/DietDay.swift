import HealthModel

/// Everything that the plan shows for a day. Computed when read; nothing of it is stored.
package struct DietDay: Sendable, Hashable {
  /// The local day.
  package let day: Day
  /// The goal in force on the day.
  package let goal: DietGoal
  /// The state of the plan, with the phase.
  package let state: DietState
  /// The target and the rule that it follows from.
  package let target: DietTarget
  /// The goals for macronutrients.
  package let goals: MacroGoals
  /// The sums of the meals.
  package let eaten: DietIntake
  /// The progress of each macronutrient, with its smiley.
  package let progress: PerMacro<MacroProgress>
  /// The ring of the day's energy.
  package let ring: ProgressRing
  /// The streak as of the day.
  package let streak: LoggingStreak
  /// The weight card, with the prompt.
  package let weight: WeightCard
  /// The celebrations that the day has earned so far, the strongest last.
  package let celebrations: [DietCelebration]

  /// The day of a history with its logs. `nil` = the plan wasn't set up yet on that day.
  ///
  /// Entries and logs of later days don't matter.
  package init?(_ day: Day, history: DietHistory, log: DietLog) {
    guard let version = history.version(on: day), let state = history.state(on: day) else { return nil }
    self.day = day
    goal = version.profile.goal
    self.state = state
    target = DietTarget(version.profile, state: state, activeKcal: log.activeKcal[day])
    goals = DietDay.goals(version.profile, targetKcal: target.kcal, on: day, history, log.weights)
    eaten = log.intake(on: day)
    progress = PerMacro { [eaten, goals] in
      MacroProgress(eatenG: eaten.grams[$0], goalG: goals.grams[$0], hasMeals: eaten.meals > 0)
    }
    ring = ProgressRing(eaten, targetKcal: target.kcal)
    streak = LoggingStreak(loggedDays: log.loggedDays, today: day)
    weight = log.weights.card(on: day)
    celebrations = DietCelebration.all(on: day, goal: goal, state: state, weights: log.weights, progress: progress)
  }

  /// The phase. `nil` = none: before the start, after a stop, or a goal without phases.
  package var phase: DietPhase? { state.phase }

  /// The day of the two-week block, 1…14. `nil` unless the plan runs that day.
  package var dayOfPhase: Int? { state.position?.dayOfPhase }

  /// Days until the phase changes, from 1. `nil` unless the plan runs that day.
  package var daysToSwitch: Int? { state.position?.daysToSwitch }

  /// Maintenance energy, whole kcal.
  package var maintenanceKcal: Int { target.need.maintenanceKcal }

  /// The energy that is left, kcal. Negative beyond the target.
  package var remainingKcal: Double { Double(target.kcal) - eaten.energyKcal }

  /// The feedback for each macronutrient; see `MacroProgress.smiley`.
  package var smileys: PerMacro<Smiley?> { progress.map(\.smiley) }

  /// The praise for green macronutrients. `nil` = fewer than two.
  package var praise: DayPraise? { DayPraise(green: Macro.allCases.count { progress[$0].smiley == .happy }) }

  /// The weight that counts is the lock's, else the latest of weights and profile through the day. Of a weight and a profile edit on one
  /// day, the weight counts.
  private static func goals(
    _ profile: DietProfile, targetKcal: Int, on day: Day, _ history: DietHistory, _ weights: DietWeights
  ) -> MacroGoals {
    if let locked = profile.lockedWeightKg { return MacroGoals(targetKcal: targetKcal, weightKg: locked, isLocked: true) }
    let stated = history.profileWeight(on: day) ?? (profile.weightKg, day)
    let logged = weights.latest(through: day).flatMap { $0.day >= stated.since ? $0.kg : nil }
    return MacroGoals(targetKcal: targetKcal, weightKg: logged ?? stated.kg)
  }
}

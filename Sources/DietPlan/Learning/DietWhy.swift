import HealthModel

/// The answer to a topic for a day: facts with their numbers. The words are the caller's, and may differ by goal.
package struct DietWhy: Sendable, Hashable {
  /// The question.
  package let topic: DietTopic
  /// The goal on the day.
  package let goal: DietGoal
  /// The facts that answer it.
  package let facts: Facts
  /// Publications to cite. Empty for the project's own conventions.
  package let studies: [Study]

  /// The facts of a topic.
  package enum Facts: Sendable, Hashable {
    /// The state, and the targets of diet and maintenance days, kcal. `nil` targets = the goal has no phases.
    case phase(DietState, dietKcal: Int?, maintenanceKcal: Int)
    /// The gentle start: its length in days, the targets in it and after it, and whether it is over. `nil` = the goal has none.
    case gentleStart(days: Int, kcal: Int, thenKcal: Int, isOver: Bool)
    /// The topic doesn't apply to the goal.
    case none
    /// The formula with its inputs.
    case tdee(EnergyNeed)
    /// The goals, the target they divide, and grams per kg of body weight.
    case macros(MacroGoals, targetKcal: Int, proteinPerKg: Double, fatPerKg: Double)
    /// Least percentages for a green and a yellow smiley.
    case threshold(happyPercent: Double, neutralPercent: Double)
    /// Window, eating times (minutes since local midnight) and minutes after its end without a warning.
    case window(EatingWindow, mealTimes: [Int], graceMin: Int)
    /// The streak as of the day.
    case streak(LoggingStreak)
    /// The target with its rule.
    case target(DietTarget)
    /// The current and the next phases.
    case phaseDates([PhaseSpan])
    /// The results of the MATADOR study.
    case adaptation(MatadorFindings)
    /// The ring, and kcal per gram.
    case ring(ProgressRing, kcalPerGram: PerMacro<Double>)
    /// The card, and the most weights in an average.
    case trend(WeightCard, longest: Int)
  }

  /// The answer for a day of a history.
  package init(_ topic: DietTopic, on day: DietDay, history: DietHistory) {
    self.topic = topic
    goal = day.goal
    facts = DietWhy.facts(topic, day, history)
    studies = facts == .none ? [] : topic.studies(for: day.target.need)
  }

  private static func facts(_ topic: DietTopic, _ day: DietDay, _ history: DietHistory) -> Facts {
    let profile = day.target.need.profile
    let dietKcal = DietTarget.kcal(profile, in: .diet)
    switch topic {
    case .phase: return .phase(day.state, dietKcal: day.goal == .lose ? dietKcal : nil, maintenanceKcal: day.maintenanceKcal)
    case .gentleStart:
      guard day.goal == .lose else { return .none }
      let isOver = day.state.position.map { $0.planDay > PhasePosition.gentleDays } ?? false
      return .gentleStart(days: PhasePosition.gentleDays, kcal: day.maintenanceKcal, thenKcal: dietKcal, isOver: isOver)
    case .tdee: return .tdee(day.target.need)
    case .macros:
      return .macros(
        day.goals, targetKcal: day.target.kcal, proteinPerKg: MacroGoals.proteinPerKg, fatPerKg: MacroGoals.fatPerKg)
    case .threshold: return .threshold(happyPercent: Smiley.happyPercent, neutralPercent: Smiley.neutralPercent)
    case .window:
      return profile.window.map { .window($0, mealTimes: profile.mealTimes, graceMin: EatingWindow.graceMin) } ?? .none
    case .streak: return .streak(day.streak)
    case .target: return .target(day.target)
    case .phaseDates: return day.goal == .lose ? .phaseDates(history.spans(from: day.day, count: 4)) : .none
    case .adaptation: return day.goal == .lose ? .adaptation(MatadorFindings()) : .none
    case .ring: return .ring(day.ring, kcalPerGram: PerMacro { $0.kcalPerGram })
    case .trend: return .trend(day.weight, longest: DietWeights.averaged)
    }
  }
}

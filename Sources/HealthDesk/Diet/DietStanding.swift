import DietPlan
import HealthModel
import HealthStore

/// The plan in one line: the state and the energy of a day, from what a page of that day has read anyway.
package struct DietStanding: Sendable {
  /// The state of the plan. Never stopped.
  package let state: DietState
  /// The goal in force.
  package let goal: DietGoal
  /// The day's target, kcal.
  package let targetKcal: Int
  /// The energy of the day's meals, kcal.
  package let eatenKcal: Double

  /// The energy that is left, kcal; negative beyond the target.
  package var remainingKcal: Double { Double(targetKcal) - eatenKcal }

  /// One statement.
  ///
  /// - Parameters:
  ///   - meals: The day's.
  ///   - activeKcal: The day's active energy; `nil` = not known.
  /// - Returns: `nil` without a plan, and when it is stopped.
  init?(_ library: Library, on day: Day, meals: [Meal], activeKcal: Double?) throws {
    let events = try DietRecords(library).events()
    guard !events.isEmpty else { return nil }
    let history = DietHistory(events)
    guard let version = history.version(on: day), let state = history.state(on: day) else { return nil }
    if case .stopped = state { return nil }
    self.state = state
    goal = version.profile.goal
    targetKcal = DietTarget(version.profile, state: state, activeKcal: activeKcal).kcal
    eatenKcal = DietIntake(meals.lazy.map(\.nutrition)).energyKcal
  }
}

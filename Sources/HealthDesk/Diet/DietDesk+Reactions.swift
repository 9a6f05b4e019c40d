import DietPlan
import HealthModel
import HealthStore

/// The effect of an action on a day of the plan.
package struct DietEffect: Sendable {
  /// The day after the action.
  package let day: DietDay
  /// The events that the day has and didn't have before, the celebrations last.
  package let reactions: [DietReaction]
}

extension DietDesk {
  /// Performs an action that changes the meals or weights of a day.
  ///
  /// - Returns: What the action returned, and its effect on the plan; `nil` = no plan runs on that day.
  package func watching<Result>(_ day: Day, _ action: () throws -> Result) throws -> (Result, DietEffect?) {
    let history = try history()
    guard history.state(on: day)?.isActive == true else { return (try action(), nil) }
    let before = DietDay(day, history: history, log: try reader.log(of: day...day))
    let result = try action()
    guard let before, let after = DietDay(day, history: history, log: try reader.log(of: day...day)) else { return (result, nil) }
    return (result, DietEffect(day: after, reactions: after.reactions(since: before)))
  }
}

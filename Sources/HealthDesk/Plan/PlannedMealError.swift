import HealthModel
import WeekPlan

/// A planned item that can't be logged as a meal: the reasons as cases with their facts. Each program adds sentences and remedies in its own terms.
package enum PlannedMealError: Error, Sendable, Equatable {
  /// The item is a workout.
  case isWorkout(PlanItem)
  /// The item is ticked off already.
  case isDone(PlanItem)
  /// The item is planned for a day after today, and no time was given.
  case isYetToCome(PlanItem, today: Day)
  /// No recent food has the item's name.
  case noRecentFood(PlanItem)
  /// Several recent foods fit the item's name, or none has it as whole words. The names are those of the foods, the best first.
  case unclearFood(PlanItem, names: [String])
}

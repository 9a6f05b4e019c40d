import WeekPlan

/// A mistake in the quick lists or in a choice from them, as cases with their facts. Each program adds sentences and remedies in its own
/// terms.
package enum QuickChipsError: Error, Sendable, Equatable {
  /// A list of the settings.
  package enum List: Sendable, Equatable { case workouts, meals }

  /// A text in the list of meals begins with no type of meal.
  case notAMeal(String)
  /// A text in a list can't be a title.
  case badTitle(String, List, PlanError)
  /// There is no suggestion with that number, counted from 1.
  case noNumber(Int)
  /// No suggestion's name begins with that text.
  case noName(String)
  /// The names of several items, given with their numbers, begin so.
  case several(String, [Int: String])
}

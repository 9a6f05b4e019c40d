import HealthModel

/// A meal of the day that can be planned.
package enum PlannedMeal: String, CaseIterable, Sendable {
  case breakfast, lunch, dinner, snack

  /// What a planned meal is called that has no title of its own: `Breakfast`.
  package var title: String {
    switch self {
    case .breakfast: "Breakfast"
    case .lunch: "Lunch"
    case .dinner: "Dinner"
    case .snack: "Snack"
    }
  }

  /// The slot under which it is logged once it is eaten.
  package var slot: MealSlot {
    switch self {
    case .breakfast: .breakfast
    case .lunch: .lunch
    case .dinner: .dinner
    case .snack: .snack
    }
  }
}

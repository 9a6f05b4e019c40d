import HealthModel

/// A meal of the day that can be planned.
package enum PlannedMeal: String, CaseIterable, Sendable {
  case breakfast, lunch, dinner, snack

  /// The default title of a planned meal: `Breakfast`.
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

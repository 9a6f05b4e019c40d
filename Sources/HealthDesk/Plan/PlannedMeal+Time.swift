import HealthModel
import WeekPlan

extension PlannedMeal {
  /// The usual time of the meal, in minutes after local midnight: the table `meal` uses it for a meal without a time.
  package var usualMinute: Int {
    switch self {
    case .breakfast: 480
    case .lunch: 750
    case .snack: 960
    case .dinner: 1140
    }
  }
}

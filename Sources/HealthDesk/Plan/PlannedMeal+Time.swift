import HealthModel
import WeekPlan

extension PlannedMeal {
  /// When most people have it, in minutes after local midnight: the time that the table `meal` fills in for a meal without one.
  package var usualMinute: Int {
    switch self {
    case .breakfast: 480
    case .lunch: 750
    case .snack: 960
    case .dinner: 1140
    }
  }
}

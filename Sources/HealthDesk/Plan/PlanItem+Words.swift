import HealthModel
import WeekPlan

extension PlanItem {
  /// The item in words: `Run 5 km`, `Dinner: Chili`, or `Dinner` for a meal without another name. One line, whatever the title holds.
  package var words: String {
    let title = title.onOneLine
    guard case .meal(let meal) = kind, title.lowercased() != meal.title.lowercased() else { return title }
    return "\(meal.title): \(title)"
  }
}

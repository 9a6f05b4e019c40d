import DietPlan
import HealthDesk
import HealthModel
import Settings

extension DietEffect {
  /// `diet: 650 of 1,900 kcal left · protein 😊`; with the day unless it is today.
  var line: String {
    let words = DietWords.chosen.line(self)
    return day.day == LocalClock.now.day ? "diet: \(words)" : "diet on \(day.day): \(words)"
  }

  /// The mild note about a meal outside the eating window. `nil` = there is none.
  private func warning(ofMealAt moment: Moment) -> String? {
    day.target.need.profile.window.flatMap { DietWords.warning($0, eatenAt: moment) }
  }

  /// Prints what a meal changed: its line, and the note about the eating window on standard error.
  func report(of meal: Meal) {
    Output.line(line)
    if let warning = warning(ofMealAt: meal.eatenAt) { Output.notice(warning) }
  }

  /// The lines about a change by a meal, and the note about the eating window.
  func lines(of meal: Meal) -> [String] { [line] + [warning(ofMealAt: meal.eatenAt)].compactMap(\.self) }
}

import DietPlan
import HealthDesk
import HealthModel

extension DietStanding {
  /// `diet: 🔥 Day 8 of 14 - Diet, 650 of 1,900 kcal left`.
  var line: String {
    let sign = state.phase.map { DietWords.sign($0) + " " } ?? ""
    return "diet: \(sign)\(DietWords.headline(state, goal: goal)), \(DietWords.remaining(remainingKcal, ofKcal: targetKcal))"
  }
}

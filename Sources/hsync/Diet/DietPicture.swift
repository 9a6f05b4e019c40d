import Charts
import DietPlan
import HealthDesk
import HealthModel

extension DietDay {
  /// The ring of the day's calories.
  var ringChart: Ring {
    let parts: [(String, Double, Ring.Part.Tone)] = [
      ("protein", ring.kcal.protein, .protein), ("carbs", ring.kcal.carbs, .carbs), ("fat", ring.kcal.fat, .fat),
      ("unknown", ring.unknownKcal, .unknown),
    ]
    let eaten = eaten.energy { Quantity.grouped(Int(nearest: $0)) }
    return Ring(
      title: "\(day.title), \(DietWords.headline(self))",
      summary: DietWords.spoken(self),
      parts: parts.filter { $0.0 != "unknown" || $0.1 > 0 }.map { Ring.Part($0.0, $0.1, tone: $0.2) },
      goal: ChartGoal(Double(target.kcal), name: "target"), figure: eaten, caption: "of \(Quantity.grouped(target.kcal)) cal",
      missing: "none",
      format: { Quantity.energy($0) })
  }
}

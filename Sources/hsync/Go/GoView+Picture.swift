import ActivityWindow
import Charts
import Forecast
import HealthDesk
import HealthModel

extension GoView {
  /// A strip for each mode: the days are rows, the hours columns, the colour is the score.
  ///
  /// - Parameter days: The number of days, 1…7.
  func picture(_ modes: [ActivityMode], days: Int) -> ChartSheet {
    let words = GoWords(setup.profile)
    let shown = Array(plan.days.prefix(days))
    // The source first: a title that is too long is cut at its end.
    let title = "\(OpenMeteo.attribution): \(setup.place.name.onOneLine)"
    return ChartSheet(title: title, charts: modes.map { strip(words.title($0).onOneLine, $0, shown) })
  }

  private func strip(_ title: String, _ mode: ActivityMode, _ days: [ActivityPlan.PlanDay]) -> HeatStrip {
    var cells: [ChartCategory] = []
    var values: [Double?] = []
    for hour in 0..<24 {
      // A column has seven rows, whatever the number of days.
      for row in 0..<7 {
        let found = row < days.count ? plan.hours[days[row].hours].first { $0.minute / 60 == hour } : nil
        let label = found.map { "\($0.day.title) \($0.clock)" } ?? ""
        cells.append(ChartCategory(label: label, mark: row == 0 && hour % 3 == 0 ? "\(hour)" : ""))
        values.append(found.flatMap { $0.forecast.isEmpty ? nil : Double($0.scores[mode].score) })
      }
    }
    let names = days.map { String($0.day.title.prefix(3)) }
    let best = days.compactMap { day in plan.bestHour(on: day.day, in: mode) }
      .map { "\($0.day.title): best \($0.scores[mode].score), \($0.scores[mode].tier.rawValue), at \($0.clock)" }
    return HeatStrip(
      title: title, summary: best.joined(separator: "; "), days: cells, values: values, firstRow: 0, rowNames: names, top: 100,
      words: ChartWords(empty: "no forecast", missing: "no forecast", merged: { "each is the mean of \($0) hours" }),
      format: { "\(Int(nearest: $0))" })
  }
}

import Charts
import HealthDesk
import HealthModel

extension WeekGlance {
  /// A chart for each figure of which something is known.
  ///
  /// - Parameter today: Its bars stand out.
  func picture(today: Day) throws -> ChartSheet {
    let axis = try ChartDays(from: week.monday, through: week.sunday)
    let title = "\(week): \(week.monday.title) to \(week.sunday.title)"
    let figures: [(Figure, String, FigureChart.Kind)] = [
      (.steps, "steps", .count), (.activeKcal, "active kcal", .count), (.distanceM, "distance", .distance), (.workouts, "workouts", .count),
      (.sleepMin, "sleep", .minutes), (.energyKcal, "eaten kcal", .count), (.weightKg, "weight", .weight),
    ]
    let charts = figures.map { FigureChart(title: $1, kind: $2, axis: axis, values: values($0), today: today) }
      .filter { $0.values.contains { $0 != nil } }
    guard !charts.isEmpty else {
      return ChartSheet(title: title, empty: "nothing is known of \(week), \(week.monday) to \(week.sunday)")
    }
    return ChartSheet(title: title, charts: charts.map(\.chart))
  }
}

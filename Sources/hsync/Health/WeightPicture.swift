import Charts
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// The weights of some days as a picture, with the mean of the last up to 7.
struct WeightPicture {
  private let first: Day
  private let last: Day
  private let axis: ChartDays
  /// With those of the days before, which the first means are made of.
  private let entries: [WeightEntry]
  private let newest: Day?

  /// Weights that are further apart aren't joined.
  private static let widestGap = 14

  /// Reads the weights.
  ///
  /// - Throws: `ValidationError` for more than a hundred years; what the library throws.
  init(_ diary: WeightLog, from first: Day, through last: Day) throws {
    (self.first, self.last) = (first, last)
    axis = try ChartDays(from: first, through: last)
    entries = try diary.entries(from: first.adding(-60), through: last)
    newest = entries.contains { $0.day >= first } ? nil : try diary.latest(1).first?.day
  }

  /// One chart, as a sheet with the days as its title.
  var chart: ChartSheet {
    ChartSheet(title: first == last ? first.title : "\(first.title) to \(last.title)", charts: [line])
  }

  /// The chart alone.
  var line: LineChart {
    let unit = ShownUnits.chosen.weight
    let kilograms = Dictionary(entries.map { ($0.day, $0.kg) }, uniquingKeysWith: { $1 })
    let days = (first.number...last.number).map(Day.init(number:))
    let means = means
    return LineChart(
      title: "weight", categories: axis.categories, points: days.map { kilograms[$0].map { $0 / unit.kilograms } }, pointsName: "weighed",
      trend: days.map { means[$0].map { $0 / unit.kilograms } }, trendName: "mean of the last 7",
      words: FigureChart.words("day", empty: "no weight from \(first) to \(last)" + NewestDay.words(newest)), leastStep: 0.1, size: .file,
      axisFormat: FigureChart.short, format: { Quantity.weight($0 * unit.kilograms) })
  }

  /// The mean on each day with a weight, kg, and between days that are near each other on a straight line.
  private var means: [Day: Double] {
    var means: [Day: Double] = [:]
    for place in entries.indices {
      guard let mean = WeightTrend(entries[...place])?.averageKg else { continue }
      let day = entries[place].day
      if place > 0, let before = means[entries[place - 1].day] {
        let gap = day.number - entries[place - 1].day.number
        for step in 1..<max(1, gap) where gap <= WeightPicture.widestGap {
          means[entries[place - 1].day.adding(step)] = before + (mean - before) * Double(step) / Double(gap)
        }
      }
      means[day] = mean
    }
    return means
  }
}

import TestSupport

@testable import Charts

/// Charts of known values.
enum Examples {
  static let words = ChartWords(empty: "nothing is known", missing: "no data", merged: { "each is the mean of \($0)" })

  @Sendable static func whole(_ value: Double) -> String { abs(value) < 1e15 ? "\(Int(value.rounded()))" : "\(value)" }

  /// `day 1`, `day 2` …
  static func days(_ count: Int) -> [ChartCategory] { (0..<count).map { ChartCategory(label: "day \($0 + 1)", mark: "d\($0 + 1)") } }

  static func bars(_ values: [Double?], goal: Double? = nil, highlighted: Int? = nil, leastStep: Double = 0) -> BarChart {
    BarChart(
      title: "steps", categories: days(values.count), series: [.init("steps", values)], goal: goal.map { ChartGoal($0, name: "goal") },
      highlighted: highlighted, words: words, leastStep: leastStep, format: whole)
  }

  static func line(_ points: [Double?], trend: [Double?] = [], goal: Double? = nil) -> LineChart {
    LineChart(
      title: "weight", categories: days(points.count), points: points, pointsName: "measured", trend: trend, trendName: "mean",
      goal: goal.map { ChartGoal($0, name: "goal") }, words: words, format: { "\(($0 * 10).rounded() / 10)" })
  }

  static func heat(_ values: [Double?], firstRow: Int = 0, top: Double? = nil) -> HeatStrip {
    HeatStrip(
      title: "steps", days: days(values.count), values: values, firstRow: firstRow,
      rowNames: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
      top: top, highlighted: values.count - 1, words: words, format: whole)
  }

  static func week(_ values: [Double?]) -> WeekBars {
    WeekBars(
      title: "steps", categories: days(values.count), values: values, highlighted: values.count - 1, missing: "no data", format: whole)
  }

  static func ring(_ values: [Double?], goal: Double) -> Ring {
    Ring(
      title: "energy", parts: zip(values, [Ring.Part.Tone.protein, .carbs, .fat]).map { .init("\($1)", $0, tone: $1) },
      goal: ChartGoal(goal, name: "goal"), figure: "1,249", caption: "kcal left", missing: "–", format: whole)
  }

  static func day(_ lanes: [DayStrip.Lane], hours: DayStrip.Hours = .usual) -> DayStrip {
    DayStrip(
      title: "who measured", hours: hours, lanes: lanes, legend: [(.accent, "counts"), (.calm, "left out")], empty: "nothing is known")
  }

  /// One of each, of the same values.
  static func all(_ values: [Double?]) -> [any Chart] {
    let halves = values.map { $0.map { $0 / 2 } }
    let segments = values.enumerated().map { place, value in
      DayStrip.Segment(from: Double(place) * 7, to: Double(place) * 7 + (value ?? .nan), tone: Tone.allCases[place % 6])
    }
    let stacked = BarChart(
      title: "stacked", categories: days(values.count), series: [.init("a", values), .init("b", halves, tone: .deep)],
      goal: ChartGoal(values.compactMap(\.self).last ?? .nan, name: "goal"), highlighted: 0, words: words, format: whole)
    return [
      bars(values, goal: values.compactMap(\.self).first, highlighted: values.count - 1), stacked, line(values, trend: halves, goal: 70),
      week(values), ring(Array(values.prefix(3)), goal: values.compactMap(\.self).last ?? 0), heat(values, firstRow: 3),
      day([.init("a watch", text: "5 h", segments: segments), .init("a phone", text: "", segments: [])]),
    ]
  }

  /// Numbers that a broken export may have.
  static let extremes: [Double?] = [
    .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, 0,
    -0.0,
    1e300, -1e300, 1e15, 1e-12, 1, -1, nil,
  ]
}

import HealthModel

/// Determines, once a file is read to its end, the length of the spans of its hourly and daily series, and converts
/// them to aggregates.
///
/// The app has one setting for the whole file. So weeks, months and years are distinguished from days by all series
/// together: every item in the file must lie on the same weekday, or on the first of a month or a year, and a measure
/// that has values every day must show the distance.
struct AutoExportSpans {
  private var series: [AutoExportSeries] = []
  /// Whether any series has hours or finer spans, so that there is no single setting for the file.
  private var isFiner = false

  /// The step of a file's series that are longer than a day.
  private enum LongStep { case week, month, year }

  /// Takes a series whose items were all added.
  mutating func add(_ added: AutoExportSeries) {
    if added.metric.shape == .sum, added.step < .day { isFiner = true }
    if !added.held.isEmpty { series.append(added) }
  }

  /// Adds everything that was held.
  ///
  /// - Parameter deliverIfFull: hands over what came together.
  mutating func finish(to builder: inout BatchBuilder, deliverIfFull: (inout BatchBuilder) throws -> Void) throws {
    let long = longStep
    let proven = Set(series.filter(Self.isProven).map(\.step))
    for series in series {
      let items = series.held.sorted { $0.start.ms < $1.start.ms }
      let own = series.step == .day ? long : nil
      if own != nil { builder.report.remark(Self.remark(series.metric, own), items.count) }
      for (index, item) in items.enumerated() {
        let next = index + 1 < items.count ? items[index + 1].start.ms : nil
        let end = Self.end(of: item, series.step, long: own, next: next)
        for value in item.values {
          builder.add(
            HealthAggregate(
              measure: value.measure, source: series.source, startMs: item.start.ms, endMs: end, value: value.value,
              day: series.step == .day ? item.start.day : nil, isGuess: own == nil && !proven.contains(series.step)))
        }
        try deliverIfFull(&builder)
      }
    }
    series = []
  }

  /// Whether two items lie one step apart: 23 to 25 hours for days, as clocks are changed.
  private static func isProven(_ series: AutoExportSeries) -> Bool {
    let starts = series.held.map(\.start.ms).sorted()
    return zip(starts, starts.dropFirst()).contains { first, second in
      series.step == .day
        ? abs(second - first - AutoExportSeries.Step.day.rawValue) <= AutoExportSeries.Step.hour.rawValue
        : second - first == series.step.rawValue
    }
  }

  private static func end(of item: AutoExportSeries.Item, _ step: AutoExportSeries.Step, long: LongStep?, next: Int64?) -> Int64 {
    let start = item.start.ms
    let day = AutoExportSeries.Step.day.rawValue
    let (year, month, _) = item.start.day.civil
    func length(until other: Day?) -> Int64 { Int64((other?.number ?? item.start.day.number + 30) - item.start.day.number) * day }
    switch long {
    case .week: return start + 7 * day
    case .month: return start + length(until: Day(year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1))
    case .year: return start + length(until: Day(year: year + 1, month: 1, day: 1))
    case nil: break
    }
    let end = start + step.rawValue
    guard step == .day, let next, abs(next - end) <= AutoExportSeries.Step.hour.rawValue else { return end }
    return next
  }

  /// `nil` = hours and days.
  private var longStep: LongStep? {
    guard !isFiner else { return nil }
    let sums = series.filter { $0.metric.shape == .sum && $0.step == .day }
    let days = sums.map { series in Set(series.held.map(\.start.day)).sorted() }
    let all = days.flatMap(\.self)
    let distances = zip(sums, days).filter { $0.0.metric.isOfEveryDay }.flatMap { _, days in
      zip(days, days.dropFirst()).map { $1.number - $0.number }
    }
    guard let first = all.first, let least = distances.min() else { return nil }
    if all.allSatisfy({ $0.civil.day == 1 && $0.civil.month == 1 }), least >= 365 { return .year }
    if all.allSatisfy({ $0.civil.day == 1 }), (28...31).contains(least) { return .month }
    if all.allSatisfy({ ($0.number - first.number) % 7 == 0 }), least == 7 { return .week }
    return nil
  }

  private static func remark(_ metric: AutoExportMetric, _ long: LongStep?) -> String {
    let span =
      switch long {
      case .year: "years"
      case .month: "months"
      case .week, nil: "weeks"
      }
    return metric.shape == .sum ? "sums of \(span), spread evenly over their days" : "means of \(span), not counted for days"
  }
}

import HealthModel

/// The items of one metric that say only when they begin, on their way to become aggregates.
///
/// Health Auto Export sums up by minute, hour, day, week or month, and doesn't say by which. The span is the coarsest of these on which all
/// items begin, by the local time they are printed in; it ends early where the next item begins. The first items are held back until
/// enough were seen to tell.
struct AutoExportSeries {
  private struct Item {
    let start: Moment
    /// In the order of `measures`, in stored units.
    var values: [Double]
  }

  private enum Step: Int64, Comparable {
    case second = 1000
    case minute = 60_000
    case hour = 3_600_000
    case day = 86_400_000

    static func < (a: Step, b: Step) -> Bool { a.rawValue < b.rawValue }
  }

  private let metric: AutoExportMetric
  private let source: Int32
  private let unit: Int32
  private let measures: [String]
  private var held: [Item] = []
  private var step = Step.day

  /// How many items are looked at before the first is let go.
  private static let mostHeld = 64

  /// An empty series.
  ///
  /// - Parameters:
  ///   - source: Who summed up: the app, not the devices, because sums of one series belong together whoever measured the parts.
  ///   - unit: Of single measurements among ranges.
  init(_ metric: AutoExportMetric, source: Int32, unit: Int32) {
    self.metric = metric
    self.source = source
    self.unit = unit
    measures = metric.shape == .range ? ["min", "avg", "max"].map { "\(metric.type).\($0)" } : [metric.type]
  }

  /// Adds an item; `values` is a sum, or least, mean and greatest.
  mutating func add(_ start: Moment, values: [Double], to builder: inout BatchBuilder) throws {
    step = min(step, Self.step(start))
    if let last = held.indices.last, held[last].start.ms == start.ms {
      builder.report.records += 1
      builder.report.skip("a second sum of the same span, the larger is kept")
      if let old = held[last].values.last, let new = values.last, new > old { held[last].values = values }
      return
    }
    held.append(Item(start: start, values: values))
    if held.count > Self.mostHeld { try letGo(allBut: 1, to: &builder) }
  }

  /// Adds the items that are still held.
  mutating func finish(to builder: inout BatchBuilder) throws { try letGo(allBut: 0, to: &builder) }

  private mutating func letGo(allBut kept: Int, to builder: inout BatchBuilder) throws {
    let days = longStep
    for index in 0..<held.count - kept {
      let item = held[index]
      if metric.shape == .range, step == .second, item.values.allSatisfy({ $0 == item.values[0] }) {
        // One beat rate at one second is no summary but a measurement.
        builder.add(
          Sample(
            type: try builder.type(metric.type), source: source, unit: unit, startMs: item.start.ms, durationMs: 0, value: item.values[0]))
        continue
      }
      let end = end(of: item, next: index + 1 < held.count ? held[index + 1].start.ms : nil, longStep: days)
      for (measure, value) in zip(measures, item.values) {
        builder.add(HealthAggregate(measure: measure, source: source, startMs: item.start.ms, endMs: end, value: value))
      }
    }
    held.removeFirst(held.count - kept)
  }

  private func end(of item: Item, next: Int64?, longStep: LongStep?) -> Int64 {
    let start = item.start.ms
    switch longStep {
    case .week: return start + 7 * Step.day.rawValue
    case .month:
      let (year, month, _) = item.start.day.civil
      let first = Day(year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
      return start + Int64((first?.number ?? item.start.day.number + 30) - item.start.day.number) * Step.day.rawValue
    case nil: break
    }
    let end = start + step.rawValue
    guard let next, next > start else { return end }
    // A day is 23 to 25 hours long where clocks are changed.
    if step == .day, abs(next - end) <= Step.hour.rawValue { return next }
    return min(end, next)
  }

  private enum LongStep { case week, month }

  /// Weeks and months are told from days by the distances of at least three items.
  private var longStep: LongStep? {
    guard step == .day, held.count >= 3 else { return nil }
    if held.allSatisfy({ $0.start.day.civil.day == 1 }) { return .month }
    let distances = zip(held, held.dropFirst()).map { $1.start.day.number - $0.start.day.number }
    return distances.allSatisfy { $0 != 0 && $0 % 7 == 0 } ? .week : nil
  }

  private static func step(_ moment: Moment) -> Step {
    let local = moment.ms + Int64(moment.utcOffsetMin) * 60_000
    if local % Step.minute.rawValue != 0 { return .second }
    if local % Step.hour.rawValue != 0 { return .minute }
    return local % Step.day.rawValue == 0 ? .day : .hour
  }
}

import HealthModel

/// The items of one metric and one source that have a start but no end, before they become aggregates.
///
/// Health Auto Export sums up by minute, hour, day, week, month or year, but doesn't state which. The whole file
/// decides: as long as all items lie on full hours, or at midnight, in the local time they are printed in, they are
/// held back. An item elsewhere shows that they are minutes or single readings, each of which lasts until the next, but
/// no longer than a minute. At the end of the file `AutoExportSpans` distinguishes hours from days and longer spans.
struct AutoExportSeries {
  /// One item.
  struct Item {
    let start: Moment
    /// A sum, or parts of a range, by measure; in stored units.
    var values: [Value]
  }

  /// One number of an item.
  struct Value {
    /// As `HealthAggregate.measure`.
    let measure: String
    var value: Double
  }

  /// The coarsest span on whose borders all items lie.
  enum Step: Int64, Comparable {
    case minute = 60_000
    case hour = 3_600_000
    case day = 86_400_000

    static func < (a: Step, b: Step) -> Bool { a.rawValue < b.rawValue }
  }

  let metric: AutoExportMetric
  let source: Int32
  /// Of single measurements among ranges.
  let unit: Int32
  private(set) var step = Step.day
  /// Items whose spans aren't known yet: all of them while `step` isn't a minute, then the last.
  private(set) var held: [Item] = []

  /// The limit of held hours and days, far above real exports: a file with more is read as single readings.
  private static let mostHeld = 200_000

  /// An empty series.
  init(_ metric: AutoExportMetric, source: Int32, unit: Int32) {
    self.metric = metric
    self.source = source
    self.unit = unit
  }

  /// Adds an item.
  mutating func add(_ start: Moment, _ values: [Value], to builder: inout BatchBuilder) throws {
    step = held.count >= Self.mostHeld ? .minute : min(step, Self.step(start))
    if let last = held.indices.last, held[last].start.ms == start.ms {
      builder.report.records += 1
      builder.report.skip("a second sum of the same span, the larger is kept")
      if let old = held[last].values.last, let new = values.last, new.value > old.value { held[last].values = values }
      return
    }
    held.append(Item(start: start, values: values))
    if step == .minute { try letGo(allBut: 1, to: &builder) }
  }

  /// Takes the step of other sources of the same metric, where it is finer: one setting holds for all of them.
  mutating func refine(to other: Step) { step = min(step, other) }

  /// Adds the items still held as readings of a minute, if they were found to be such; else leaves them for
  /// `AutoExportSpans`.
  mutating func finish(to builder: inout BatchBuilder) throws { if step == .minute { try letGo(allBut: 0, to: &builder) } }

  private mutating func letGo(allBut kept: Int, to builder: inout BatchBuilder) throws {
    for index in 0..<max(0, held.count - kept) {
      let item = held[index]
      if metric.shape != .sum, item.start.ms % Step.minute.rawValue != 0, let reading = Self.reading(item) {
        // One beat rate at one second is no summary but a measurement.
        builder.add(
          Sample(type: try builder.type(metric.type), source: source, unit: unit, startMs: item.start.ms, durationMs: 0, value: reading))
        continue
      }
      let next = index + 1 < held.count ? held[index + 1].start.ms : Int64.max
      let end = next > item.start.ms ? min(next, item.start.ms + Step.minute.rawValue) : item.start.ms + Step.minute.rawValue
      for value in item.values {
        builder.add(HealthAggregate(measure: value.measure, source: source, startMs: item.start.ms, endMs: end, value: value.value))
      }
    }
    held.removeFirst(max(0, held.count - kept))
  }

  /// The value of a range whose parts are all there and equal.
  private static func reading(_ item: Item) -> Double? {
    guard item.values.count == 3, item.values.allSatisfy({ $0.value == item.values[0].value }) else { return nil }
    return item.values[0].value
  }

  private static func step(_ moment: Moment) -> Step {
    let local = moment.ms + Int64(moment.utcOffsetMin) * 60_000
    if local % Step.hour.rawValue != 0 { return .minute }
    return local % Step.day.rawValue == 0 ? .day : .hour
  }
}

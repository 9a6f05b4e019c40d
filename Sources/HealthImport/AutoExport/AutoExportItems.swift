import HealthModel

/// The items of one metric, each turned into what it is.
struct AutoExportItems {
  private let metric: AutoExportMetric
  private let units: String
  private let sleep: AutoExportSleep
  /// Items that don't say when they end, by source: sums of several sources stay apart.
  private var series: [Int32: AutoExportSeries] = [:]

  /// - Parameter units: As the metric says: `kcal`, `count/min`, `hr`.
  init(_ metric: AutoExportMetric, units: String, _ builder: inout BatchBuilder) throws {
    self.metric = metric
    self.units = units
    sleep = AutoExportSleep(units: units)
  }

  /// Adds an item, or counts why it can't be.
  mutating func add(_ item: JSON, to builder: inout BatchBuilder) throws {
    if metric.shape == .sleep { return try sleep.add(item, to: &builder) }
    guard let start = AutoExportTime.moment(item["start"].string ?? item["startDate"].string ?? item["date"].string) else {
      return builder.skip("no start date")
    }
    let unit = AutoExportMetric.unit(item["units"].string ?? item["unit"].string ?? units, type: metric.type)
    if metric.shape == .bloodPressure { return try addPressure(item, start, unit, to: &builder) }
    let values = values(of: item, unit)
    guard let first = values.first else { return builder.skip("no value") }
    builder.note(start)
    let end = AutoExportTime.moment(item["end"].string ?? item["endDate"].string)
    let source = try builder.source(Self.source(of: item))
    let isRange = first.measure != metric.type
    if let end, metric.shape == .sum || isRange {
      builder.note(end)
      return addSpan(values, source, from: start, to: end, &builder)
    }
    let isOfDay = end == nil && metric.isOfDays && Self.isMidnight(start)
    guard metric.shape == .sum || isRange || isOfDay else {
      return builder.add(
        Sample(
          type: try builder.type(metric.type), source: source, unit: try builder.unit(unit), startMs: start.ms,
          durationMs: (end ?? start).ms - start.ms, value: first.value))
    }
    if series[source] == nil { series[source] = AutoExportSeries(metric, source: source, unit: try builder.unit(unit)) }
    try series[source]?.add(start, values, to: &builder)
  }

  /// Passes on what is still held back.
  mutating func finish(into spans: inout AutoExportSpans, _ builder: inout BatchBuilder) throws {
    for (source, _) in series.sorted(by: { $0.key < $1.key }) {
      try series[source]?.finish(to: &builder)
      if let series = series[source] { spans.add(series) }
    }
  }

  /// Adds what says from when to when it is. From midnight to midnight, or to the last second before it, it is for the day by its name.
  private func addSpan(
    _ values: [AutoExportSeries.Value], _ source: Int32, from start: Moment, to end: Moment, _ builder: inout BatchBuilder
  ) {
    // The last second, or minute, of a day or an hour belongs to it.
    let rest = end.ms % AutoExportSeries.Step.minute.rawValue
    var endMs = end.ms
    if end.ms > start.ms, rest >= 59_000 { endMs += AutoExportSeries.Step.minute.rawValue - rest }
    let until = Moment(ms: endMs, utcOffsetMin: end.utcOffsetMin)
    let isDay = Self.isMidnight(start) && Self.isMidnight(until) && until.day > start.day
    for value in values {
      builder.add(
        HealthAggregate(
          measure: value.measure, source: source, startMs: start.ms, endMs: endMs, value: value.value, day: isDay ? start.day : nil))
    }
  }

  /// A sum or a reading, or what is there of a range, least first; in stored units. Empty = no value.
  private func values(of item: JSON, _ unit: SampleUnit) -> [AutoExportSeries.Value] {
    if let value = item["qty"].double { return [.init(measure: metric.type, value: unit.convert(value))] }
    let members = item.members ?? []
    return [("min", ["min", "minimum"]), ("avg", ["avg", "average", "mean"]), ("max", ["max", "maximum"])].compactMap { part, spellings in
      let value = members.lazy.compactMap { spellings.contains($0.key.lowercased()) ? $0.value.double : nil }.first
      return value.map { .init(measure: "\(metric.type).\(part)", value: unit.convert($0)) }
    }
  }

  /// The source's name; those of several in one order, so that the same ones are one.
  static func source(of item: JSON, _ key: String = "source") -> String {
    let names = (item[key].string ?? "").split(separator: "|").map { $0.trimmingSpaces }.filter { !$0.isEmpty }
    return names.isEmpty ? AutoExportReader.appName : Set(names).sorted().joined(separator: "|")
  }

  private static func isMidnight(_ moment: Moment) -> Bool {
    (moment.ms + Int64(moment.utcOffsetMin) * 60_000) % AutoExportSeries.Step.day.rawValue == 0
  }

  private func addPressure(_ item: JSON, _ start: Moment, _ unit: SampleUnit, to builder: inout BatchBuilder) throws {
    let source = try builder.source(Self.source(of: item))
    let place = try builder.unit(unit)
    let values = [("systolic", item["systolic"].double), ("diastolic", item["diastolic"].double)]
    guard values.contains(where: { $0.1 != nil }) else { return builder.skip("no value") }
    for (part, value) in values {
      guard let value else { continue }
      builder.add(
        Sample(
          type: try builder.type("blood_pressure_\(part)"), source: source, unit: place, startMs: start.ms, durationMs: 0,
          value: unit.convert(value)))
    }
  }
}

extension String.SubSequence {
  /// Without spaces at its ends, no-break ones included.
  fileprivate var trimmingSpaces: String {
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}

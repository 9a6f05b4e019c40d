import HealthModel

/// The items of one metric, each turned into what it is.
struct AutoExportItems {
  private let named: AutoExportMetric
  private let units: String
  private let sleep: AutoExportSleep
  /// Items without an end, by source: sums of several sources stay separate, as do values with units of their own.
  private var series: [Key: AutoExportSeries] = [:]

  private struct Key: Hashable {
    let source: Int32
    let type: String
  }

  /// - Parameter units: The metric's units: `kcal`, `count/min`, `hr`.
  init(_ metric: AutoExportMetric, units: String) {
    named = metric
    self.units = units
    sleep = AutoExportSleep(units: units)
  }

  /// Adds an item, or counts why it can't be.
  mutating func add(_ item: JSON, to builder: inout BatchBuilder) throws {
    if named.shape == .sleep { return try sleep.add(item, to: &builder) }
    guard let start = AutoExportTime.moment(item["start"].string ?? item["startDate"].string ?? item["date"].string, in: builder.zone)
    else {
      return builder.skip(AutoExportTime.reason(item["start"], item["startDate"], item["date"], else: "no start date"))
    }
    let said = AutoExportMetric.saidUnit(of: item) ?? units
    if named.shape == .bloodPressure { return try addPressure(item, start, said, to: &builder) }
    let metric = named.said(in: said)
    let unit = AutoExportMetric.unit(said, type: named.type)
    let values = values(of: item, metric, unit)
    guard let first = values.first else { return builder.skip(AutoExportNumber.reason(item["qty"])) }
    builder.note(start)
    let end = AutoExportTime.moment(item["end"].string ?? item["endDate"].string, in: builder.zone)
    let source = try builder.source(Self.source(of: item))
    let isRange = first.measure != metric.type
    if let end, metric.shape == .sum || isRange {
      return addSpan(values, source, from: start, to: end, &builder)
    }
    let isOfDay = end == nil && metric.isOfDays && Self.isMidnight(start)
    guard metric.shape == .sum || isRange || isOfDay else {
      return builder.add(
        Sample(
          type: try builder.type(metric.type), source: source, unit: try builder.unit(unit), startMs: start.ms,
          durationMs: (end ?? start).ms - start.ms, value: first.value))
    }
    let key = Key(source: source, type: metric.type)
    if series[key] == nil { series[key] = AutoExportSeries(metric, source: source, unit: try builder.unit(unit)) }
    try series[key]?.add(start, values, to: &builder)
  }

  /// Passes on the items still held.
  mutating func finish(into spans: inout AutoExportSpans, _ builder: inout BatchBuilder) throws {
    var steps: [String: AutoExportSeries.Step] = [:]
    for (key, own) in series { steps[key.type] = min(own.step, steps[key.type] ?? .day) }
    for key in series.keys.sorted(by: { ($0.source, $0.type) < ($1.source, $1.type) }) {
      series[key]?.refine(to: steps[key.type] ?? .day)
      try series[key]?.finish(to: &builder)
      if let own = series[key] { spans.add(own) }
    }
  }

  /// Adds an item with a start and an end. If it lasts from midnight to midnight, or to the last second before it, it
  /// is assigned to the day by date.
  private func addSpan(
    _ values: [AutoExportSeries.Value], _ source: Int32, from start: Moment, to end: Moment, _ builder: inout BatchBuilder
  ) {
    // The last second, or minute, of a day or an hour belongs to it.
    let rest = end.ms % AutoExportSeries.Step.minute.rawValue
    var endMs = end.ms
    if end.ms > start.ms, rest >= 59_000 { endMs += AutoExportSeries.Step.minute.rawValue - rest }
    let until = Moment(ms: endMs, utcOffsetMin: end.utcOffsetMin)
    let isDay = Self.isMidnight(start) && Self.isMidnight(until) && until.day > start.day
    // A day's sum is exported while the day goes on, and ends after its export.
    if !isDay { builder.note(end) }
    for value in values {
      builder.add(
        HealthAggregate(
          measure: value.measure, source: source, startMs: start.ms, endMs: endMs, value: value.value, day: isDay ? start.day : nil))
    }
  }

  /// Returns a sum or a reading, or the available values of a range, minimum first; in stored units. Empty = no value.
  private func values(of item: JSON, _ metric: AutoExportMetric, _ unit: SampleUnit) -> [AutoExportSeries.Value] {
    if let value = AutoExportNumber.value(item["qty"]) { return [.init(measure: metric.type, value: unit.convert(value))] }
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

  private func addPressure(_ item: JSON, _ start: Moment, _ said: String, to builder: inout BatchBuilder) throws {
    let source = try builder.source(Self.source(of: item))
    let values = [("systolic", item["systolic"].double), ("diastolic", item["diastolic"].double)]
    guard values.contains(where: { $0.1 != nil }) else { return builder.skip("no value") }
    for (part, value) in values {
      guard let value else { continue }
      let type = "blood_pressure_\(part)"
      let unit = AutoExportMetric.unit(said, type: type)
      builder.add(
        Sample(
          type: try builder.type(SampleType.name(of: type, in: unit)), source: source, unit: try builder.unit(unit), startMs: start.ms,
          durationMs: 0, value: unit.convert(value)))
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

import HealthModel

/// The items of one metric, each turned into what it is.
struct AutoExportItems {
  private let metric: AutoExportMetric
  private let unit: SampleUnit
  private let unitPlace: Int32
  private let sleep: AutoExportSleep
  private var series: AutoExportSeries

  /// - Parameter units: As the metric says: `kcal`, `count/min`, `hr`.
  init(_ metric: AutoExportMetric, units: String, _ builder: inout BatchBuilder) throws {
    self.metric = metric
    unit = AutoExportMetric.unit(units, type: metric.type)
    unitPlace = try builder.unit(unit)
    sleep = AutoExportSleep(units: units)
    series = AutoExportSeries(metric, source: try builder.source(AutoExportReader.appName), unit: unitPlace)
  }

  /// Adds an item, or counts why it can't be.
  mutating func add(_ item: JSON, to builder: inout BatchBuilder) throws {
    if metric.shape == .sleep { return try sleep.add(item, to: &builder) }
    guard let start = AutoExportTime.moment(item["date"].string ?? item["startDate"].string ?? item["start"].string) else {
      return builder.skip("no start date")
    }
    if metric.shape == .bloodPressure { return try addPressure(item, start, to: &builder) }
    if metric.shape == .range, let range = range(item) { return try series.add(start, values: range, to: &builder) }
    guard let said = item["qty"].double else { return builder.skip("no value") }
    let value = unit.convert(said)
    let end = AutoExportTime.moment(item["endDate"].string ?? item["end"].string)
    guard metric.shape == .sum, end == nil else {
      // What says its end, or is a measurement, is a sample.
      let sample = Sample(
        type: try builder.type(metric.type), source: try builder.source(item["source"].string ?? AutoExportReader.appName),
        unit: unitPlace, startMs: start.ms, durationMs: (end ?? start).ms - start.ms, value: value)
      return builder.add(sample)
    }
    try series.add(start, values: [value], to: &builder)
  }

  /// Adds what is still held back.
  mutating func finish(to builder: inout BatchBuilder) throws { try series.finish(to: &builder) }

  private func range(_ item: JSON) -> [Double]? {
    guard let least = (item["Min"].double ?? item["min"].double), let mean = (item["Avg"].double ?? item["avg"].double),
      let most = (item["Max"].double ?? item["max"].double)
    else { return nil }
    return [least, mean, most].map(unit.convert)
  }

  private func addPressure(_ item: JSON, _ start: Moment, to builder: inout BatchBuilder) throws {
    let source = try builder.source(item["source"].string ?? AutoExportReader.appName)
    let values = [("systolic", item["systolic"].double), ("diastolic", item["diastolic"].double)]
    guard values.contains(where: { $0.1 != nil }) else { return builder.skip("no value") }
    for (part, value) in values {
      guard let value else { continue }
      builder.add(
        Sample(
          type: try builder.type("blood_pressure_\(part)"), source: source, unit: unitPlace, startMs: start.ms, durationMs: 0,
          value: unit.convert(value)))
    }
  }
}

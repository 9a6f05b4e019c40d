import HealthModel

/// Nights in a Health Auto Export file, summed up or stage by stage.
struct AutoExportSleep {
  private let minutesPerUnit: Double

  /// - Parameter units: Of the metric: `hr` as a rule.
  init(units: String) {
    minutesPerUnit = units == "min" ? 1 : units == "s" || units == "sec" ? 1.0 / 60 : 60
  }

  /// Adds what an item says: a stage as a sample, a night as aggregates `sleep_analysis.<stage>` in minutes.
  func add(_ item: JSON, to builder: inout BatchBuilder) throws {
    if item["value"].string != nil { try addStage(item, to: &builder) } else { try addNight(item, to: &builder) }
  }

  private func addStage(_ item: JSON, to builder: inout BatchBuilder) throws {
    let word = item["value"].string ?? ""
    guard let start = AutoExportTime.moment(item["startDate"].string ?? item["start"].string),
      let end = AutoExportTime.moment(item["endDate"].string ?? item["end"].string)
    else { return builder.skip("no start or end date") }
    guard let stage = Self.stage(word) else { return builder.skip("an unknown sleep stage") }
    builder.add(
      Sample(
        type: try builder.type(SampleType.sleepAnalysis), source: try builder.source(item["source"].string ?? AutoExportReader.appName),
        unit: try builder.unit(SampleUnit(name: word, stored: "")), startMs: start.ms, durationMs: end.ms - start.ms,
        value: Double(stage.rawValue)))
  }

  private static func stage(_ word: String) -> SleepStage? {
    switch word.lowercased().filter({ $0 != " " }) {
    case "inbed": .inBed
    case "asleep", "unspecified", "asleepunspecified": .asleep
    case "awake": .awake
    case "core", "asleepcore": .core
    case "deep", "asleepdeep": .deep
    case "rem", "asleeprem": .rem
    default: nil
    }
  }

  /// In the app's words; `asleep` is sleep of no stage, 0 when there are stages, and all of it in files of before version 6.6.2.
  private static let parts = [("asleep", "asleep"), ("core", "core"), ("deep", "deep"), ("rem", "rem"), ("awake", "awake")]

  private func addNight(_ item: JSON, to builder: inout BatchBuilder) throws {
    let (bedStart, bedEnd) = (AutoExportTime.moment(item["inBedStart"].string), AutoExportTime.moment(item["inBedEnd"].string))
    let start = AutoExportTime.moment(item["sleepStart"].string) ?? bedStart
    let end = AutoExportTime.moment(item["sleepEnd"].string) ?? bedEnd
    guard let start, let end else { return builder.skip("a night without start and end") }
    let name = item["source"].string ?? item["sleepSource"].string ?? AutoExportReader.appName
    let source = try builder.source(name)
    var minutes = Self.parts.map { (measure: $0.1, value: (item[$0.0].double ?? 0) * minutesPerUnit) }
    // Neither stages nor `asleep`: only the whole is told.
    if minutes.prefix(4).allSatisfy({ $0.value == 0 }), let total = item["totalSleep"].double { minutes[0].value = total * minutesPerUnit }
    let bed = (item["inBed"].double ?? 0) * minutesPerUnit
    guard bed > 0 || minutes.contains(where: { $0.value > 0 }) else { return builder.skip("a night without sleep") }
    for (measure, value) in minutes where value > 0 {
      builder.add(
        HealthAggregate(measure: "sleep_analysis.\(measure)", source: source, startMs: start.ms, endMs: end.ms, value: value))
    }
    if bed > 0 {
      builder.add(
        HealthAggregate(
          measure: "sleep_analysis.in_bed", source: try builder.source(item["source"].string ?? item["inBedSource"].string ?? name),
          startMs: bedStart?.ms ?? start.ms, endMs: bedEnd?.ms ?? end.ms, value: bed))
    }
  }
}

extension BatchBuilder {
  /// Counts a record that is left out.
  mutating func skip(_ reason: String) {
    report.records += 1
    report.skip(reason)
  }
}

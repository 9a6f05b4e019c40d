import HealthModel

/// Nights in a Health Auto Export file, summed up or stage by stage.
struct AutoExportSleep {
  /// `nil` = a unit that isn't one of time.
  private let minutesPerUnit: Double?

  /// - Parameter units: Of the metric: `hr` as a rule.
  init(units: String) {
    minutesPerUnit = units.isEmpty ? 60 : SampleUnit.seconds(of: units).map { $0 / 60 }
  }

  /// Adds an item: a stage as a sample, a night as aggregates `sleep_analysis.<stage>` in minutes.
  func add(_ item: JSON, to builder: inout BatchBuilder) throws {
    if item["value"].string != nil { try addStage(item, to: &builder) } else { try addNight(item, to: &builder) }
  }

  private func addStage(_ item: JSON, to builder: inout BatchBuilder) throws {
    let word = item["value"].string ?? ""
    guard let start = AutoExportTime.moment(item["startDate"].string ?? item["start"].string, in: builder.zone),
      let end = AutoExportTime.moment(item["endDate"].string ?? item["end"].string, in: builder.zone)
    else { return builder.skip("no start or end date") }
    guard let stage = Self.stage(word) else { return builder.skip("an unknown sleep stage") }
    builder.note(end)
    builder.add(
      Sample(
        type: try builder.type(SampleType.sleepAnalysis), source: try builder.source(AutoExportItems.source(of: item)),
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

  /// The measures by the app's names. `asleep` is all sleep in some versions, sleep without a stage in others:
  /// `NightSum` distinguishes them.
  private static let parts: [(key: String, measure: String)] = [
    ("asleep", "asleep"), ("core", "core"), ("deep", "deep"), ("rem", "rem"), ("awake", "awake"), ("totalSleep", "total"),
  ]

  /// A night's parts are all written, 0 as well, so that a night that comes again replaces every part of what it was.
  private func addNight(_ item: JSON, to builder: inout BatchBuilder) throws {
    guard let minutesPerUnit else { return builder.skip("a night in a unit that isn't one of time") }
    let minutes = Self.parts.map { (measure: $0.measure, value: (item[$0.key].double ?? 0) * minutesPerUnit) }
    let bed = (item["inBed"].double ?? 0) * minutesPerUnit
    let slept = minutes.contains { $0.value > 0 }
    guard bed > 0 || slept else { return builder.skip("a night without sleep") }
    func part(_ measures: String...) -> Double { minutes.reduce(0) { measures.contains($1.measure) ? $0 + $1.value : $0 } }
    let length = max(bed, part("asleep"), part("total"), part("core", "deep", "rem", "awake"))
    guard let night = Night(item, minutes: length, in: builder.zone) else { return builder.skip("a night without start and end") }
    builder.note(night.end)
    let source = Self.source(of: item, "sleepSource")
    if slept {
      let place = try builder.source(source)
      for (measure, value) in minutes {
        builder.add(
          HealthAggregate(
            measure: "sleep_analysis.\(measure)", source: place, startMs: night.start.ms, endMs: night.end.ms, value: value, day: night.day)
        )
      }
    }
    if bed > 0 {
      builder.add(
        HealthAggregate(
          measure: "sleep_analysis.in_bed", source: try builder.source(Self.source(of: item, "inBedSource", otherwise: source)),
          startMs: night.bedStart.ms, endMs: night.bedEnd.ms, value: bed, day: night.day))
    }
  }

  /// The time span of a night.
  private struct Night {
    let start: Moment
    let end: Moment
    let bedStart: Moment
    let bedEnd: Moment
    /// The local day it ended on, by the clock it is printed in.
    let day: Day

    /// Without times, a night has the item's length and ends at the item's date; if the date has no time, it begins at
    /// midnight.
    init?(_ item: JSON, minutes: Double, in zone: ZoneRules) {
      func moment(_ key: String) -> Moment? { AutoExportTime.moment(item[key].string, in: zone) }
      let (bedStart, bedEnd) = (moment("inBedStart"), moment("inBedEnd"))
      if let start = moment("sleepStart") ?? bedStart, let end = moment("sleepEnd") ?? bedEnd {
        (self.start, self.end) = (start, end)
      } else {
        guard let date = moment("sleepEnd") ?? bedEnd ?? moment("endDate") ?? moment("date"), minutes.isFinite, minutes <= 24 * 60 else {
          return nil
        }
        let length = Int64(minutes * 60_000)
        let isDayOnly = (date.ms + Int64(date.utcOffsetMin) * 60_000) % 86_400_000 == 0
        end = isDayOnly ? Moment(ms: date.ms + length, utcOffsetMin: date.utcOffsetMin) : date
        start = Moment(ms: end.ms - length, utcOffsetMin: date.utcOffsetMin)
      }
      self.bedStart = bedStart ?? start
      self.bedEnd = bedEnd ?? end
      day = end.day
    }
  }

  private static func source(of item: JSON, _ key: String, otherwise: String = AutoExportReader.appName) -> String {
    for key in ["source", key] where !(item[key].string ?? "").isEmpty { return AutoExportItems.source(of: item, key) }
    return otherwise
  }
}

extension BatchBuilder {
  /// Counts a record that is left out.
  mutating func skip(_ reason: String) {
    report.records += 1
    report.skip(reason)
  }

  /// Notes a time that the export knows, and its offset.
  mutating func note(_ moment: Moment) {
    guard Self.isPlausible(moment.ms) else { return }
    vote(forOffset: moment.utcOffsetMin)
    note(moment.ms)
  }
}

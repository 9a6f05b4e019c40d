import DayTotals
import HealthModel
import HealthStore

/// One measure as the phone app's API takes it: `{type, value, unit, startTime, endTime, metadata}`.
///
/// Names that the app has are the app's (`steps`, `activeCalories`, `workout`, `sleep`); the others are made like them.
struct MobileMetric: Sendable, Equatable {
  /// The type of the metric: `steps`.
  let type: String
  /// The number exactly as in the record, digit by digit.
  let value: JSON
  /// `count`, `kcal`, `m`, `min`, `bpm`, `ms` or `kg`.
  let unit: String
  /// The start and the end, on the local clock.
  let start, end: Moment
  /// The remaining data; always with the record's `id` and `hlc`, by which a receiver can replace earlier versions.
  let metadata: [(String, JSON)]

  /// Kinds of records that metrics are made of.
  static let kinds = makers.map(\.kind)

  /// The functions that convert a record's JSON to metrics, by kind.
  private static let makers: [(kind: String, metrics: @Sendable (JSON, SyncRecord) -> [MobileMetric])] = [
    (SyncedTable.daySummary.kind, day), (SyncedTable.workout.kind, workout), (SyncedTable.sleepSession.kind, sleep),
    (SyncedTable.weight.kind, weight),
  ]

  /// The metrics of a record, none for a deleted one or one without a number.
  static func metrics(of record: SyncRecord) -> [MobileMetric] {
    guard let maker = makers.first(where: { $0.kind == record.kind }), case .put(let text) = record.content,
      let data = try? JSON(parsing: text)
    else { return [] }
    return maker.metrics(data, record)
  }

  /// As the API takes it.
  var json: JSON {
    .object([
      ("type", .string(type)), ("value", value), ("unit", .string(unit)), ("startTime", .string(start.iso8601)),
      ("endTime", .string(end.iso8601)), ("metadata", .object(metadata)),
    ])
  }

  static func == (a: MobileMetric, b: MobileMetric) -> Bool { a.json == b.json }

  // MARK: Kinds

  /// A day's measures with their units. Its workouts and its sleep are left out: they are sent one by one.
  static let measures: [(key: String, type: String, unit: String)] = [
    ("steps", "steps", "count"), ("distance_m", "distance", "m"), ("flights", "flightsClimbed", "count"),
    ("active_kcal", "activeCalories", "kcal"), ("basal_kcal", "basalCalories", "kcal"), ("exercise_min", "exerciseMinutes", "min"),
    ("mindful_min", "mindfulMinutes", "min"), ("heart_min_bpm", "heartRateMin", "bpm"), ("heart_avg_bpm", "heartRateAverage", "bpm"),
    ("heart_max_bpm", "heartRateMax", "bpm"), ("resting_bpm", "restingHeartRate", "bpm"), ("hrv_ms", "heartRateVariability", "ms"),
  ]

  @Sendable private static func day(_ data: JSON, of record: SyncRecord) -> [MobileMetric] {
    guard let day = data["day"].string.flatMap({ Day($0) }) else { return [] }
    // A zone that this system hasn't got is taken for UTC; its name is in the metadata.
    let rules = data["zone"].string.flatMap(ZoneFile.rules(of:)) ?? ZoneRules(fixedMin: 0)
    let span = LocalDays(from: day, through: day, offset: rules.offsetMs(at:))
    let start = Moment(ms: span.startMs, utcOffsetMin: rules.offsetMin(at: span.startMs))
    let end = Moment(ms: span.endMs, utcOffsetMin: rules.offsetMin(at: span.endMs))
    let metadata = identity(record) + [("day", data["day"]), ("zone", data["zone"])]
    return measures.compactMap { measure in
      guard case .number = data[measure.key] else { return nil }
      return MobileMetric(type: measure.type, value: data[measure.key], unit: measure.unit, start: start, end: end, metadata: metadata)
    }
  }

  @Sendable private static func workout(_ data: JSON, of record: SyncRecord) -> [MobileMetric] {
    guard let (start, end) = span(data) else { return [] }
    let minutes = data["duration_min"].double == nil ? JSON(Double(end.ms - start.ms) / 60_000) : data["duration_min"]
    return [
      MobileMetric(type: "workout", value: minutes, unit: "min", start: start, end: end, metadata: identity(record) + details(data))
    ]
  }

  /// A night with only the time in bed doesn't count as sleep.
  @Sendable private static func sleep(_ data: JSON, of record: SyncRecord) -> [MobileMetric] {
    guard let (start, end) = span(data) else { return [] }
    for (key, type) in [("asleep_min", "sleep"), ("in_bed_min", "inBed")] {
      guard case .number = data[key] else { continue }
      return [
        MobileMetric(type: type, value: data[key], unit: "min", start: start, end: end, metadata: identity(record) + details(data))
      ]
    }
    return []
  }

  /// A weight of which only the day is known is put on noon UTC, which is that day in nearly all zones.
  @Sendable private static func weight(_ data: JSON, of record: SyncRecord) -> [MobileMetric] {
    guard case .number = data["kg"] else { return [] }
    let noon = data["day"].string.flatMap { Day($0) }.map { Moment(ms: Int64($0.number) * 86_400_000 + 43_200_000, utcOffsetMin: 0) }
    guard let time = moment(data, "measured_at_ms") ?? noon else { return [] }
    return [
      MobileMetric(type: "weight", value: data["kg"], unit: "kg", start: time, end: time, metadata: identity(record) + details(data))
    ]
  }

  // MARK: Parts

  private static func identity(_ record: SyncRecord) -> [(String, JSON)] {
    [("id", .string(record.id)), ("hlc", .string(String(record.hlc)))]
  }

  /// Returns all data without a field of its own in the metric, unknown keys included.
  private static func details(_ data: JSON) -> [(String, JSON)] {
    let said = ["start_ms", "end_ms", "measured_at_ms", "utc_offset_min"]
    return (data.members ?? []).filter { !said.contains($0.key) && !$0.value.isNull }.map { ($0.key, $0.value) }
  }

  private static func span(_ data: JSON) -> (start: Moment, end: Moment)? {
    guard let start = moment(data, "start_ms"), let end = moment(data, "end_ms") else { return nil }
    return (start, end)
  }

  private static func moment(_ data: JSON, _ key: String) -> Moment? {
    data[key].int.map { Moment(ms: $0, utcOffsetMin: Int(data["utc_offset_min"].int ?? 0)) }
  }
}

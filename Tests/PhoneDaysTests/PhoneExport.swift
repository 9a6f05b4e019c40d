import GRDB
import HealthModel
import TestSupport

/// A small export as a phone would write it, made from a line of text.
///
/// Items of a metric: `14/08:00=500`, of 2026-03-14 unless the day has a month (`2026-01-01/00:00=5`); `~14/09:00` behind the start is the end,
/// `z+0900` another offset than the file's, `=55:59:64` a range, `@Watch|iPhone` the source.
enum PhoneExport {
  /// Health Auto Export's JSON.
  case auto(String)
  /// Apple's XML.
  case apple(String)
  /// Statements that make Health Connect's tables.
  case connect(String)
  /// A folder with files of Health Auto Export, whose names are in this order.
  indirect case folder([PhoneExport])

  /// A file with one metric.
  static func metric(_ name: String, _ units: String, _ items: String, zone: String = "+0000") -> PhoneExport {
    metrics([(name, units, items)], zone: zone)
  }

  /// A file with steps.
  static func steps(_ items: String, zone: String = "+0000") -> PhoneExport { metric("step_count", "count", items, zone: zone) }

  /// A file with several metrics.
  static func metrics(_ metrics: [(name: String, units: String, items: String)], zone: String = "+0000") -> PhoneExport {
    let texts = metrics.map { metric in
      let items = metric.items.split(separator: " ").map { Self.item(String($0), zone) }
      return #"{"name":"\#(metric.name)","units":"\#(metric.units)","data":[\#(items.joined(separator: ","))]}"#
    }
    return .auto(#"{"data":{"metrics":[\#(texts.joined(separator: ","))]}}"#)
  }

  /// A file with items written out.
  static func items(_ name: String, _ units: String, _ items: String) -> PhoneExport {
    .auto(#"{"data":{"metrics":[{"name":"\#(name)","units":"\#(units)","data":[\#(items)]}]}}"#)
  }

  /// A night: `13/23:00~14/07:00`, and its parts in hours, `core=4 deep=1 rem=2`.
  static func night(_ span: String, _ parts: String, source: String = "Watch", zone: String = "+0000") -> PhoneExport {
    nights([(span, parts, source)], zone: zone)
  }

  /// A file with several nights.
  static func nights(_ nights: [(span: String, parts: String, source: String)], zone: String = "+0000") -> PhoneExport {
    let items = nights.map { night in
      let times = night.span.split(separator: "~").map { date(String($0), zone) }
      let parts = night.parts.split(separator: " ").map { part in
        let pair = part.split(separator: "=")
        return #""\#(pair[0])":\#(pair[1])"#
      }
      return #"{"date":"\#(times[1].prefix(10))","sleepStart":"\#(times[0])","sleepEnd":"\#(times[1])","source":"\#(night.source)","#
        + parts.joined(separator: ",") + "}"
    }
    return Self.items("sleep_analysis", "hr", items.joined(separator: ","))
  }

  /// A file with workouts: id, span.
  static func workouts(_ workouts: [(id: String?, span: String)], name: String = "Outdoor Run") -> PhoneExport {
    let items = workouts.map { workout in
      let times = workout.span.split(separator: "~").map { date(String($0), "+0000") }
      return #"{\#(workout.id.map { #""id":"\#($0)","# } ?? "")"name":"\#(name)","start":"\#(times[0])","end":"\#(times[1])"}"#
    }
    return .auto(#"{"data":{"workouts":[\#(items.joined(separator: ","))]}}"#)
  }

  /// A file with steps and a workout.
  static func parts(steps: String? = nil, id: String? = nil, workout: String) -> PhoneExport {
    guard case .auto(let metrics) = Self.steps(steps ?? ""), case .auto(let workouts) = Self.workouts([(id, workout)]) else {
      return .auto("")
    }
    return .auto(String(metrics.dropLast(2)) + "," + String(workouts.dropFirst(#"{"data":{"#.count)))
  }

  /// Apple's export with rings, `14=520:31` in kcal and minutes of exercise, and samples of steps.
  /// - Parameter madeAt: its date; `nil` = it gives none.
  static func appleRings(_ rings: String, madeAt: String? = nil, steps: String = "") -> PhoneExport {
    let summaries = rings.split(separator: " ").map { ring in
      let parts = ring.split { "=:".contains($0) }
      return #"<ActivitySummary dateComponents="2026-03-\#(parts[0])" activeEnergyBurned="\#(parts[1])" activeEnergyBurnedUnit="kcal" "#
        + #"appleExerciseTime="\#(parts[2])"/>"#
    }
    let made = madeAt.map { #"<ExportDate value="\#(date($0, "+0000"))"/>"# } ?? ""
    return .apple(
      #"<?xml version="1.0"?><HealthData locale="en_US">"# + made + stepRecords(steps) + summaries.joined() + "</HealthData>")
  }

  /// Apple's export made at a time, with samples of steps: `14/08:00~14/09:00=500@Watch`.
  static func appleSteps(_ items: String, madeAt: String) -> PhoneExport {
    .apple(
      #"<?xml version="1.0"?><HealthData locale="en_US"><ExportDate value="\#(date(madeAt, "+0000"))"/>"# + stepRecords(items)
        + "</HealthData>")
  }

  private static func stepRecords(_ items: String) -> String {
    items.split(separator: " ").map { item in
      let (span, value, source) = split(String(item))
      let times = span.split(separator: "~").map { date(String($0), "+0000") }
      return #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="\#(source ?? "Watch")" unit="count" "#
        + #"creationDate="\#(times[1])" startDate="\#(times[0])" endDate="\#(times[1])" value="\#(value)"/>"#
    }.joined()
  }

  /// Apple's export with heart rates.
  static func appleHeart(_ items: String) -> PhoneExport {
    let records = items.split(separator: " ").map { item in
      let (span, value, source) = split(String(item))
      let at = date(span, "+0000")
      return #"<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="\#(source ?? "Watch")" unit="count/min" "#
        + #"creationDate="\#(at)" startDate="\#(at)" endDate="\#(at)" value="\#(value)"/>"#
    }
    return .apple(
      #"<?xml version="1.0"?><HealthData locale="en_US"><ExportDate value="2026-04-01 00:00:00 +0000"/>"# + records.joined()
        + "</HealthData>")
  }

  /// Apple's export with sleep: `13/23:00~14/06:00=Asleep@Watch`; stages are `Asleep`, `Core`, `Deep`, `REM`, `Awake`, `InBed`.
  static func appleSleep(_ items: String) -> PhoneExport {
    let records = items.split(separator: " ").map { item in
      let (span, stage, source) = split(String(item))
      let times = span.split(separator: "~").map { date(String($0), "+0000") }
      let words = ["Asleep": "AsleepUnspecified", "Core": "AsleepCore", "Deep": "AsleepDeep", "REM": "AsleepREM"]
      return #"<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="\#(source ?? "Watch")" creationDate="\#(times[1])" "#
        + #"startDate="\#(times[0])" endDate="\#(times[1])" value="HKCategoryValueSleepAnalysis\#(words[stage] ?? stage)"/>"#
    }
    return apple(records)
  }

  /// Apple's export with workouts: `14/08:00~14/08:30=Running@Watch`, with their energy `=Running:250@Watch`.
  static func appleWorkouts(_ items: String) -> PhoneExport {
    let workouts = items.split(separator: " ").map { item in
      let (span, value, source) = split(String(item))
      let times = span.split(separator: "~").map { date(String($0), "+0000") }
      let halves = value.split(separator: ":")
      let energy =
        halves.count > 1 ? #"<WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="\#(halves[1])" unit="kcal"/>"# : ""
      return #"<Workout workoutActivityType="HKWorkoutActivityType\#(halves[0])" sourceName="\#(source ?? "Watch")" "#
        + #"creationDate="\#(times[1])" startDate="\#(times[0])" endDate="\#(times[1])">\#(energy)</Workout>"#
    }
    return apple(workouts)
  }

  /// Apple's export with walked distances in metres: `14/08:00~14/09:00=500@Watch`.
  static func appleDistance(_ items: String) -> PhoneExport {
    let records = items.split(separator: " ").map { item in
      let (span, value, source) = split(String(item))
      let times = span.split(separator: "~").map { date(String($0), "+0000") }
      return #"<Record type="HKQuantityTypeIdentifierDistanceWalkingRunning" sourceName="\#(source ?? "Watch")" unit="m" "#
        + #"creationDate="\#(times[1])" startDate="\#(times[0])" endDate="\#(times[1])" value="\#(value)"/>"#
    }
    return apple(records)
  }

  private static func apple(_ elements: [String]) -> PhoneExport {
    .apple(
      #"<?xml version="1.0"?><HealthData locale="en_US"><ExportDate value="2026-04-01 00:00:00 +0000"/>"# + elements.joined()
        + "</HealthData>")
  }

  /// Health Auto Export's segments of sleep, as `appleSleep` has them.
  static func autoSleep(_ items: String) -> PhoneExport {
    let segments = items.split(separator: " ").map { item in
      let (span, stage, source) = split(String(item))
      let times = span.split(separator: "~").map { date(String($0), "+0000") }
      return #"{"startDate":"\#(times[0])","endDate":"\#(times[1])","value":"\#(stage)","source":"\#(source ?? "Watch")"}"#
    }
    return Self.items("sleep_analysis", "hr", segments.joined(separator: ","))
  }

  /// Health Auto Export's workouts without ids, as `appleWorkouts` has them: `14/08:00~14/08:30=Outdoor_Run:250@Watch`.
  static func autoWorkouts(_ items: String) -> PhoneExport {
    let workouts = items.split(separator: " ").map { item in
      let (span, value, source) = split(String(item))
      let times = span.split(separator: "~").map { date(String($0), "+0000") }
      let halves = value.split(separator: ":")
      let energy = halves.count > 1 ? #","activeEnergyBurned":{"qty":\#(halves[1]),"units":"kcal"}"# : ""
      let named = source.map { #","source":"\#($0)""# } ?? ""
      return #"{"name":"\#(halves[0])","start":"\#(times[0])","end":"\#(times[1])"\#(energy)\#(named)}"#
    }
    return .auto(#"{"data":{"workouts":[\#(workouts.joined(separator: ","))]}}"#)
  }

  // MARK: - Parts

  private static func split(_ item: String) -> (span: String, value: String, source: String?) {
    let halves = item.split(separator: "=", maxSplits: 1)
    let rest = halves[1].split(separator: "@", maxSplits: 1)
    return (String(halves[0]), String(rest[0]), rest.count > 1 ? String(rest[1]) : nil)
  }

  private static func item(_ text: String, _ zone: String) -> String {
    let (span, value, source) = split(text)
    let times = span.split(separator: "~").map { date(String($0), zone) }
    var members = [#""date":"\#(times[0])""#]
    if times.count > 1 { members += [#""start":"\#(times[0])""#, #""end":"\#(times[1])""#] }
    let numbers = value.split(separator: ":")
    members += numbers.count == 3 ? [#""Min":\#(numbers[0]),"Avg":\#(numbers[1]),"Max":\#(numbers[2])"#] : [#""qty":\#(value)"#]
    if let source { members.append(#""source":"\#(source)""#) }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// `14/08:00` as the app prints it.
  static func date(_ text: String, _ zone: String) -> String {
    let halves = text.split(separator: "z", maxSplits: 1)
    let parts = halves[0].split(separator: "/")
    let day = parts[0].count == 2 ? "2026-03-\(parts[0])" : String(parts[0])
    return "\(day) \(parts[1].count == 5 ? "\(parts[1]):00" : String(parts[1])) \(halves.count > 1 ? String(halves[1]) : zone)"
  }

  /// Milliseconds UTC of `14/08:00`.
  static func ms(_ text: String) -> Int64 {
    let parts = text.split(separator: "/")
    let clock = parts[1].split(separator: ":").compactMap { Int64($0) }
    let day = parts[0].count == 2 ? "2026-03-\(parts[0])" : String(parts[0])
    return Int64(Day(day)?.number ?? 0) * 86_400_000 + clock[0] * 3_600_000 + clock[1] * 60_000
  }
}

/// Health Connect's tables, filled in a few words.
struct ConnectExport {
  private var sql = """
    CREATE TABLE application_info_table(row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
    INSERT INTO application_info_table VALUES (1, 'org.fit', 'Fit'), (2, 'org.other', 'Other');
    CREATE TABLE change_logs_table(row_id INTEGER PRIMARY KEY, record_type INTEGER, app_id INTEGER, uuids BLOB, operation_type INTEGER, time INTEGER);
    CREATE TABLE weight_record_table(\(instant), weight REAL);
    CREATE TABLE resting_heart_rate_record_table(\(instant), beats_per_minute INTEGER);
    CREATE TABLE steps_record_table(\(interval), count INTEGER);
    CREATE TABLE distance_record_table(\(interval), distance REAL);
    CREATE TABLE health_data_category_priority_table(
      row_id INTEGER PRIMARY KEY, health_data_category INTEGER UNIQUE, app_id_priority_order TEXT NOT NULL);
    CREATE TABLE exercise_session_record_table(\(interval), exercise_type INTEGER, title TEXT);
    CREATE TABLE sleep_session_record_table(\(interval));
    CREATE TABLE sleep_stages_table(parent_key INTEGER, stage_start_time INTEGER, stage_end_time INTEGER, stage_type INTEGER);
    CREATE TABLE heart_rate_record_table(\(interval));
    CREATE TABLE heart_rate_record_series_table(parent_key INTEGER, beats_per_minute INTEGER, epoch_millis INTEGER);

    """
  private var rows: Int64 = 0

  private static let common =
    "row_id INTEGER PRIMARY KEY, uuid BLOB, last_modified_time INTEGER, app_info_id INTEGER, device_info_id INTEGER, recording_method INTEGER"
  private static let instant = common + ", time INTEGER"
  private static let interval = common + ", start_time INTEGER, end_time INTEGER, start_zone_offset INTEGER"

  /// An export without records.
  init() {}

  /// The export, ready to import.
  var export: PhoneExport { .connect(sql) }

  /// A weight in kg. `modified` is when it was written, as hours after its time.
  func weight(_ id: Int, _ at: String, _ kg: Double, modified: Int64 = 0, app: Int = 1) -> ConnectExport {
    adding("weight_record_table", id, modified, app, ", time, weight", ", \(PhoneExport.ms(at)), \(kg * 1000)", PhoneExport.ms(at))
  }

  /// Steps in a span, `14/08:00~14/09:00`.
  func steps(_ id: Int, _ span: String, _ count: Int, modified: Int64 = 0, app: Int = 1) -> ConnectExport {
    spanned("steps_record_table", id, span, modified, app, ", count", ", \(count)")
  }

  /// A distance in metres in a span.
  func distance(_ id: Int, _ span: String, _ metres: Double, modified: Int64 = 0, app: Int = 1) -> ConnectExport {
    spanned("distance_record_table", id, span, modified, app, ", distance", ", \(metres)")
  }

  /// A session in a span, by AOSP's number of the exercise: 4 cycling, 49 swimming, 53 walking, 55 weightlifting, 0 other.
  func session(_ id: Int, _ span: String, _ exercise: Int, modified: Int64 = 0, app: Int = 1) -> ConnectExport {
    spanned("exercise_session_record_table", id, span, modified, app, ", exercise_type", ", \(exercise)")
  }

  /// The phone's order of apps: 1 activity, 5 sleep.
  func order(_ category: Int, _ apps: String) -> ConnectExport {
    var export = self
    export.sql +=
      "INSERT INTO health_data_category_priority_table(health_data_category, app_id_priority_order) VALUES (\(category), '\(apps)');\n"
    return export
  }

  /// The offset of all steps so far, seconds east of UTC.
  func offset(_ seconds: Int) -> ConnectExport {
    var export = self
    export.sql += "UPDATE steps_record_table SET start_zone_offset = \(seconds);\n"
    return export
  }

  /// A run in a span.
  func run(_ id: Int, _ span: String, modified: Int64 = 0) -> ConnectExport {
    spanned("exercise_session_record_table", id, span, modified, 1, ", exercise_type", ", 33")
  }

  /// A night, with stages `13/23:00~14/03:00=5` by AOSP's numbers.
  func night(_ id: Int, _ span: String, _ stages: String = "", modified: Int64 = 0, app: Int = 1) -> ConnectExport {
    var export = spanned("sleep_session_record_table", id, span, modified, app, "", "")
    for stage in stages.split(separator: " ") {
      let halves = stage.split(separator: "=")
      let times = halves[0].split(separator: "~").map { PhoneExport.ms(String($0)) }
      export.sql += "INSERT INTO sleep_stages_table VALUES (\(export.rows), \(times[0]), \(times[1]), \(halves[1]));\n"
    }
    return export
  }

  /// Heart rates of one record, `14/08:00=60`.
  func heart(_ id: Int, _ span: String, _ rates: String, modified: Int64 = 0) -> ConnectExport {
    var export = spanned("heart_rate_record_table", id, span, modified, 1, "", "")
    for rate in rates.split(separator: " ") {
      let halves = rate.split(separator: "=")
      export.sql +=
        "INSERT INTO heart_rate_record_series_table VALUES (\(export.rows), \(halves[1]), \(PhoneExport.ms(String(halves[0]))));\n"
    }
    return export
  }

  /// The change log's word that a record was deleted.
  func deleted(_ id: Int, _ at: String) -> ConnectExport {
    var export = self
    export.sql +=
      "INSERT INTO change_logs_table(record_type, app_id, uuids, operation_type, time) VALUES (1, 1, \(Self.uuid(id)), 1, \(PhoneExport.ms(at)));\n"
    return export
  }

  private static func uuid(_ id: Int) -> String { "x'\(String(repeating: "0", count: 30))\(id < 16 ? "0" : "")\(String(id, radix: 16))'" }

  private func spanned(
    _ table: String, _ id: Int, _ span: String, _ modified: Int64, _ app: Int, _ columns: String, _ values: String
  ) -> ConnectExport {
    let times = span.split(separator: "~").map { PhoneExport.ms(String($0)) }
    return adding(table, id, modified, app, ", start_time, end_time" + columns, ", \(times[0]), \(times[1])" + values, times[1])
  }

  private func adding(
    _ table: String, _ id: Int, _ modified: Int64, _ app: Int, _ columns: String, _ values: String, _ endMs: Int64
  ) -> ConnectExport {
    var export = self
    export.rows += 1
    export.sql +=
      "INSERT INTO \(table)(row_id, uuid, last_modified_time, app_info_id\(columns)) "
      + "VALUES (\(export.rows), \(Self.uuid(id)), \(endMs + modified * 3_600_000), \(app)\(values));\n"
    return export
  }
}

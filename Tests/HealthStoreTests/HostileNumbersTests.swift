import Foundation
import GRDB
import HealthModel
import TestSupport
import Testing

@testable import HealthStore

/// Extremes in every number of every kind of record: the library takes what the table of bounds allows and nothing else, and no number stops a later
/// edit.
@Suite("F1, F3: numbers in a library") struct HostileNumbersTests {
  /// As JSON.
  static let extremes = [
    "0", "-1", "9007199254740991", "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "1000000000000000000000000000000", "\"NaN\"", "1e308", "-1e308", "0.5", "true", "[]",
  ]

  /// A right record of each kind, as its `data`, with its id.
  static let records: [String: (id: String, data: String)] = [
    "meal": (
      "m",
      """
      {"day":"2026-02-10","eaten_at_ms":1770721380000,"utc_offset_min":60,"slot":"lunch","name":"Soup","amount":{},"nutrition":{},\
      "provenance":{"source":"user","basis":"manual","doubts":[]},"created_at_ms":1770721380000}
      """
    ),
    "weight": ("2026-02-10", #"{"day":"2026-02-10","kg":70,"source":"user"}"#),
    "day_summary": (
      "2026-02-10/d1", #"{"day":"2026-02-10","zone":"UTC","coverage":{"samples":1,"sources":1},"rule_version":1}"#
    ),
    "workout": ("w", #"{"activity":"running","start_ms":1770721380000,"end_ms":1770721380000,"utc_offset_min":0,"source":"user"}"#),
    "sleep_session": ("s", #"{"day":"2026-02-10","start_ms":1770721380000,"end_ms":1770721380000,"utc_offset_min":0,"source":"user"}"#),
    "laundry_pet": ("pet", #"{"name":"Snowy","wash_min":45,"dry_min":60,"every_days":7,"created_at_ms":1770721380000}"#),
    "laundry_task": (
      "pet/1/wash/1",
      #"{"pet":"pet","step":"wash","cycle":1,"attempt":1,"started_at_ms":1770721380000,"ends_at_ms":1770724080000}"#
    ),
    "diet_profile": ("me", #"{"sex":"male","window_start_min":720,"window_end_min":1080}"#),
    "diet_event": (
      "e",
      """
      {"day":"2026-02-10","type":"profile","plan":"e","plan_day":"2026-02-10","profile":{"sex":"male","age":39,"height_cm":170,\
      "weight_kg":80,"activity":"light","goal":"lose","window_start_min":720,"window_end_min":1080},"created_at_ms":1770721380000}
      """
    ),
    "planner_item": (
      "p", #"{"short_id":"k7m2p4xq","type":"workout","title":"Run","day":"2026-02-10","completed":true,"created_at_ms":1770721380000}"#
    ),
    "coast_profile": (
      "me",
      """
      {"schema":"profile_v1","display_name":"Beach Buddy","preset":"balanced","thresholds":{"swim_wave_meh_m":0.6,"swim_wave_bad_m":1,\
      "swim_dog_wave_meh_m":0.6,"swim_dog_wave_bad_m":0.8,"run_hot_feelslike_warn_c":28,"run_hot_feelslike_bad_c":32,\
      "dog_heat_warn_feelslike_c":26,"dog_heat_bad_feelslike_c":29,"uv_warn":6,"uv_bad":8,"aqi_warn_eu":60,"aqi_bad_eu":100,\
      "wind_warn_ms":10,"wind_bad_ms":14},"activities_enabled":["swim"],"dog":{"has_dog":false},"notification_preferences":\
      {"enabled":true,"mode_toggles":{"swim_solo":true},"quiet_hours":{"enabled":false}},"privacy":{"analytics_opt_in":false}}
      """
    ),
    "coast_place": (
      "haifa",
      #"{"name":"Haifa","latitude":32.82,"longitude":34.99,"zone":"Asia/Jerusalem","created_at_ms":1770721380000}"#
    ),
    "product_override": (
      "soup", #"{"name":"Soup","serving":{},"basis":"100g","nutrition":{},"created_at_ms":1770721380000}"#
    ),
  ]

  /// `data` with the number at `keys` as `value`.
  static func record(_ kind: String, _ keys: [String], _ value: JSON) throws -> (id: String, json: String) {
    let (id, data) = try #require(records[kind])
    return (id, setting(try JSON(parsing: data), keys[...], value).text)
  }

  private static func setting(_ json: JSON, _ keys: ArraySlice<String>, _ value: JSON) -> JSON {
    guard let key = keys.first else { return value }
    let rest = (json.members ?? []).filter { $0.key != key }
    return .members(rest + [JSON.Member(key, setting(json[key], keys.dropFirst(), value))])
  }

  private let store: StoreFixture

  init() throws { store = try StoreFixture() }

  @Test func theTableNamesEveryNumberOfEveryKind() {
    for table in SyncedTable.all {
      let numbers = table.columns.filter { $0.type == .integer || $0.type == .real }
      let rules = NumberRules.of(kind: table.kind)
      #expect(Set(rules.map(\.keys)) == Set(numbers.map(\.keys)), "\(table.kind)")
      #expect(Set(rules.map(\.column)) == Set(numbers.map(\.name)), "\(table.kind)")
      #expect(
        rules.allSatisfy { rule in numbers.first { $0.name == rule.column }?.type == (rule.isWhole ? .integer : .real) }, "\(table.kind)")
    }
  }

  /// `docs/records.md` has the same bounds, a line for each.
  @Test func theBoundsAreDocumented() throws {
    let page = String(decoding: try ProjectFiles.bytes(ProjectFiles.root + "/docs/records.md"), as: UTF8.self)
    let documented = page.split(separator: "\n").drop { $0 != "## Bounds" }.filter { $0.hasPrefix("| `") }.map(String.init)
    let real = NumberRules.all.flatMap { kind, rules in
      rules.map { "| `\(kind)` | `\($0.keys.joined(separator: "."))` | \($0.words)\($0.isWhole ? ", whole" : "") |" }
    }
    #expect(documented == real, "\(real.joined(separator: "\n"))")
  }

  /// A record from elsewhere is in the table or kept aside, by the bounds alone; and whatever came, edits work.
  @Test(arguments: NumberRules.all.map(\.kind)) func aPulledRecordIsHeldToTheBounds(kind: String) throws {
    let table = try #require(SyncedTable.all.of(kind: kind))
    // After every edit of this test, whose versions come from SQLite's clock: the year 2100.
    var hlc: Int64 = 4_102_444_800_000
    for rule in NumberRules.of(kind: kind) {
      for text in Self.extremes {
        let value = try JSON(parsing: text)
        let (id, json) = try Self.record(kind, rule.keys, value)
        hlc += 1
        let change = SyncRecord(kind: kind, id: id, hlc: hlc << 16, dev: "d2", content: .put(json))
        let pulled = try OutboxQueue(store.library).apply(
          [change], cursor: "c", snapshot: .none, backendState: "{}", atMs: 1_770_721_380_000)
        // A workout that ends before it starts, a time that isn't the day's: other bounds than those of single numbers.
        if !(value.double.map(rule.allows) ?? false) { #expect(pulled.foreign == 1, "\(rule.column) = \(text)") }
        try readEverything()
        try store.meals.log([StoreFixture.meal("edit-\(kind)-\(hlc)")], at: StoreFixture.noon)
      }
      let (id, json) = try Self.record(kind, rule.keys, rule.isWhole ? .number(String(Int64(rule.highest))) : JSON(rule.highest))
      // At its bound a number is fine, unless it contradicts another one, or the id.
      if !["utc_offset_min", "measured_at_ms", "eaten_at_ms", "start_ms", "cycle", "attempt"].contains(rule.column) {
        let isTaken = try store.library.write { db in try table.apply(json, to: id, in: db) }
        #expect(isTaken, "\(rule.sentence)")
      }
    }
  }

  /// The library of an older hsync, which had no upper bounds.
  @Test func olderRowsBeyondTheBoundsStayAndCanBeEdited() throws {
    try store.run(RangeTriggers.version6.compactMap { $0.split(separator: " ").dropFirst(2).first.map { "DROP TRIGGER \($0);" } }.joined())
    try store.run(
      """
      INSERT INTO day_summary(id, day, zone, steps, active_kcal, workouts, distance_m, sleep_min, rule_version) VALUES
        ('2026-02-10/d1', '2026-02-10', 'UTC', 1e19, 9.3e18, 9223372036854775807, 1e308, 1e300, 9223372036854775807);
      INSERT INTO workout(id, activity, start_ms, end_ms, duration_min) VALUES
        ('w', 'running', 1770721380000, 9223372036854775807, 1e19), ('v', 'running', 1770721380000, 9223372036854775806, 1e300),
        ('u', 'running', -9223372036854775808, 9223372036854775807, 1);
      INSERT INTO sleep_session(id, day, start_ms, end_ms, asleep_min) VALUES ('s', '2026-02-10', -9223372036854775808, 9223372036854775807, 1e19);
      INSERT INTO planner_item(id, type, title, day, completed, completed_at_ms, created_at_ms) VALUES
        ('p', 'workout', 'Run', '2026-02-10', 1, 9223372036854775807, -9223372036854775808);
      """)
    try store.run(RangeTriggers.version6.joined(separator: ";\n"))
    try readEverything()
    try store.run("UPDATE day_summary SET steps = 5; UPDATE workout SET activity = 'walking'; UPDATE planner_item SET title = 'Walk'")
    #expect(throws: StoreError(code: .refused, message: "active_kcal must be 0-100000", hint: nil)) {
      try store.run("UPDATE day_summary SET active_kcal = 9.4e18")
    }
    let day = try #require(Day("2026-02-10"))
    let item = try #require(try Planner(store.library).items(from: day, through: day).first)
    #expect(item.createdAtMs == 0)
  }

  /// All that commands read of days, meals and plans.
  private func readEverything() throws {
    let (first, last) = (try #require(Day("2026-02-01")), try #require(Day("2026-02-28")))
    let settings = HealthSettings()
    let log = SummaryLog(store.library, as: settings)
    _ = try log.summaries(from: first, through: last).map(\.json)
    _ = try log.explanation(of: #require(Day("2026-02-10")), settings: settings)
    _ = try log.ringChecks(from: first, through: last)
    _ = try store.meals.meals(from: first, through: last).map(\.json)
    _ = try Planner(store.library).items(from: first, through: last).map(\.json)
    _ = try LaundryBook(store.library).states()
    _ = try WeightLog(store.library, as: settings).entries(from: first, through: last)
    _ = try OutboxQueue(store.library).batch(maxBytes: 1 << 20, maxRecords: 1000, size: { _ in 1 })
  }
}

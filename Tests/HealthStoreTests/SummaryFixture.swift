import DayTotals
import GRDB
import HealthModel

@testable import HealthStore

/// A library with a few samples of 2026-03-01 and the days after, in UTC unless a zone is set.
struct SummaryFixture {
  let store: StoreFixture
  var log: SummaryLog { SummaryLog(store.library) }
  var settings = HealthSettings(machineZone: "UTC")

  static let types = DayInputs.Role.types.map(\.type) + ["oxygen_saturation"]
  static let watch = 1
  static let phone = 2
  static let app = 3
  /// Writes through Health Connect.
  static let samsung = 4

  /// 2026-03-01 in UTC, that many days later.
  static func day(_ index: Int = 0) -> Day { Day(number: 20_513 + index) }

  /// Milliseconds of a time of 2026-03-01 UTC; hours may be beyond 24.
  static func at(_ hour: Int, _ minute: Int = 0) -> Int64 { (20_513 * 1440 + Int64(hour * 60 + minute)) * 60_000 }

  init() throws {
    store = try StoreFixture()
    try store.library.write { db in
      for (id, type) in SummaryFixture.types.enumerated() {
        try db.execute(sql: "INSERT INTO health_type VALUES (?, ?)", arguments: [id + 1, type])
      }
      let sources = [
        ("Watch", "watch", "apple_health"), ("Phone", "phone", "apple_health"), ("App", "other", "apple_health"),
        ("Samsung", "phone", "health_connect"),
      ]
      for (id, source) in sources.enumerated() {
        try db.execute(sql: "INSERT INTO health_source VALUES (?, ?, ?, ?)", arguments: [id + 1, source.0, source.1, source.2])
      }
      try db.execute(sql: "INSERT INTO health_import(n, origin, file, state, started_at_ms) VALUES (1, 'apple_health', 'x', 'done', 0)")
    }
  }

  /// Puts a sample in; times are minutes after midnight of 2026-03-01 UTC.
  func add(
    _ type: String, _ source: Int, _ from: Int, _ to: Int, _ value: Double, lag: Int? = nil, flags: Int = 0, import number: Int = 1
  ) throws {
    let id = (SummaryFixture.types.firstIndex(of: type) ?? 0) + 1
    try store.library.write { db in
      try db.execute(
        sql:
          "INSERT INTO sample(type, start_ms, source, duration_ms, value, unit, lag_s, flags, import) VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?)",
        arguments: [id, SummaryFixture.at(0, from), source, Int64(to - from) * 60_000, value, lag, flags, number])
    }
  }

  func workout(_ activity: String, _ source: String, _ from: Int, _ to: Int, _ minutes: Double? = nil) throws {
    try store.library.write { db in
      try db.execute(
        sql: "INSERT INTO workout(id, activity, start_ms, end_ms, duration_min, source) VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [
          "\(activity)-\(source)-\(from)", activity, SummaryFixture.at(0, from), SummaryFixture.at(0, to), minutes ?? Double(to - from),
          source,
        ])
    }
  }

  /// Computes every day anew and writes what differs. Returns the days that changed.
  @discardableResult
  func computeAll(_ settings: HealthSettings? = nil) throws -> [Day] {
    try write { db in try Summarizer(db: db, settings: settings ?? self.settings).allChanges() }
  }

  /// Computes what a change between two times (minutes as above) touches, and writes it.
  @discardableResult
  func compute(touched from: Int, _ to: Int, isSleep: Bool = false, _ settings: HealthSettings? = nil) throws -> [Day] {
    var touched = TouchedTime()
    touched.add(startMs: SummaryFixture.at(0, from), endMs: SummaryFixture.at(0, to), isSleep: isSleep)
    return try write { db in try Summarizer(db: db, settings: settings ?? self.settings).changes(for: touched) }
  }

  private func write(_ changes: (Database) throws -> SummaryChanges) throws -> [Day] {
    let changes = try store.library.read(changes)
    try store.library.write { db in try changes.write(in: db) }
    return changes.days
  }

  /// The summary that is shown of a day.
  func summary(_ index: Int = 0) throws -> DaySummary? {
    try log.summaries(from: SummaryFixture.day(index), through: SummaryFixture.day(index)).first
  }

  /// Everything that was computed, as text.
  func computed() throws -> [String] {
    try ["day_summary", "sleep_session", "weight", "derived"].flatMap { table in try store.dump(table).map { "\(table) \($0)" } }
  }

  func explanation(_ index: Int = 0) throws -> DayExplanation {
    try log.explanation(of: SummaryFixture.day(index), settings: settings)
  }
}

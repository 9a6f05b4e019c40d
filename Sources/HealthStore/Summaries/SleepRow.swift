import BulkSQL
import DayTotals
import GRDB
import HealthModel

/// A row of `sleep_session`.
struct SleepRow: Hashable {
  /// Key of (source, start, end).
  let id: String
  /// The local day on which it ended.
  let day: String
  let startMs: Int64
  let endMs: Int64
  /// Minutes east of UTC at its end.
  let utcOffsetMin: Int
  /// Asleep, core, deep, REM, unspecified, awake; all `nil` when no source recorded more than "in bed".
  let minutes: [Double?]
  /// `nil` = no source recorded "in bed".
  let inBedMin: Double?
  let source: String

  /// The row of a session that ended on `day`.
  init(_ session: SleepSession, day: Day, source: String, utcOffsetMin: Int) {
    let source = source.isEmpty ? "unknown" : source
    id = ContentKey.make([source, String(session.startMs), String(session.endMs)])
    self.day = day.description
    startMs = session.startMs
    endMs = session.endMs
    self.utcOffsetMin = min(840, max(-840, utcOffsetMin))
    let stages: [SleepStage] = [.core, .deep, .rem, .asleep, .awake]
    func kept(_ ms: Int64) -> Double? { NumberRules.kept(DayResults.minutes(ms), kind: "sleep_session", column: "asleep_min") }
    minutes =
      session.hasStages ? [kept(session.asleepMs)] + stages.map { kept(session.ms($0)) } : Array(repeating: nil, count: 6)
    inBedMin = session.inBedMs > 0 ? kept(session.inBedMs) : nil
    self.source = source
  }

  /// Reads a row whose columns are `columns`.
  init(row: Row) throws {
    (id, day, startMs, endMs, utcOffsetMin) = try (row.value(0), row.value(1), row.value(2), row.value(3), row.value(4))
    minutes = try (5..<11).map { try row.value($0) }
    (inBedMin, source) = try (row.value(11), row.value(12))
  }

  static let columns = [
    "id", "day", "start_ms", "end_ms", "utc_offset_min", "asleep_min", "core_min", "deep_min", "rem_min", "unspecified_min", "awake_min",
    "in_bed_min", "source",
  ]

  /// Writes it, keeping what other programs added (`extra`).
  func write(in db: Database) throws {
    let set = SleepRow.columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO sleep_session(\(SleepRow.columns.joined(separator: ", ")))
        VALUES (?\(String(repeating: ", ?", count: SleepRow.columns.count - 1))) ON CONFLICT(id) DO UPDATE SET \(set)
        """)
    let head: [(any DatabaseValueConvertible)?] = [id, day, startMs, endMs, utcOffsetMin]
    try statement.execute(arguments: StatementArguments(head + minutes + [inBedMin, source]))
  }
}

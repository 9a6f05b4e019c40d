import BulkSQL
import DayTotals
import GRDB
import HealthModel

/// Reads the samples that days need, by raw steps over the key of `sample`: type, then start.
struct SampleReader {
  private let db: Database
  private let sources: SourceTable
  /// Types by role; those that the library has no samples of are missing.
  let types: [(id: Int64, role: DayInputs.Role)]
  /// A condition that leaves out rows of imports that aren't done; mostly there are none.
  private let visible: String
  private let written: String

  /// - Parameter runningImport: the import whose rows count though it isn't done.
  init(_ db: Database, sources: SourceTable, runningImport: Int64?) throws {
    self.db = db
    self.sources = sources
    let ids = Dictionary(
      uniqueKeysWithValues: try Row.fetchAll(db, sql: "SELECT name, id FROM health_type").map {
        try ($0.value(0) as String, $0.value(1) as Int64)
      })
    types = DayInputs.Role.types.compactMap { type, role in ids[type].map { ($0, role) } }
    visible = try SampleReader.visible(db, runningImport)
    // Only Health Connect's samples are told apart by when they were written.
    written = sources.sources.contains { $0.origin == .healthConnect } ? "coalesce(lag_s, \(Sample.unknownLag))" : "\(Sample.unknownLag)"
  }

  /// ` AND import NOT IN (…)`, or nothing.
  static func visible(_ db: Database, _ runningImport: Int64?) throws -> String {
    let hidden = try Int64.fetchAll(db, sql: "SELECT n FROM health_import WHERE state <> 'done'").filter { $0 != runningImport }
    return hidden.isEmpty ? "" : " AND import NOT IN (\(hidden.map(String.init).joined(separator: ", ")))"
  }

  /// Goes through the samples of a type that began in `start`, in the order of time.
  func each(of type: Int64, start: Range<Int64>, _ body: (DayInputs.Reading) -> Void) throws {
    let rows = try BulkStatement(
      """
      SELECT start_ms, duration_ms, source, value, \(written), flags FROM sample
      WHERE type = ?1 AND start_ms >= ?2 AND start_ms < ?3\(visible)
      """, in: db)
    rows.bind(type, at: 1)
    rows.bind(start.lowerBound, at: 2)
    rows.bind(start.upperBound, at: 3)
    defer { rows.reset() }
    while try rows.step() {
      let duration = rows.integer(1)
      guard duration >= 0, duration <= TouchedTime.yearMs, let source = sources.place(ofID: rows.integer(2)) else { continue }
      let start = rows.integer(0)
      let end = start + duration
      let lag = rows.integer(4)
      body(
        DayInputs.Reading(
          startMs: start, endMs: end, source: source, value: rows.number(3),
          writtenMs: lag == Int64(Sample.unknownLag) ? .min : end + 1000 * Int64(Int32(clamping: lag)),
          isUserEntered: rows.integer(5) & Int64(Sample.isUserEntered) != 0))
    }
  }

  /// The start of the first sample that a day needs and that begins at `ms` or later. `nil` = there is none.
  func nextStart(from ms: Int64) throws -> Int64? {
    let next = try BulkStatement(
      "SELECT start_ms FROM sample WHERE type = ?1 AND start_ms >= ?2\(visible) ORDER BY start_ms LIMIT 1", in: db)
    var least: Int64?
    for (type, _) in types {
      next.bind(type, at: 1)
      next.bind(ms, at: 2)
      if try next.step() { least = min(least ?? .max, next.integer(0)) }
      next.reset()
    }
    return least
  }

  /// The start of the last sample that a day needs. `nil` = there is none.
  func lastStart() throws -> Int64? {
    let last = try BulkStatement("SELECT start_ms FROM sample WHERE type = ?1\(visible) ORDER BY start_ms DESC LIMIT 1", in: db)
    var most: Int64?
    for (type, _) in types {
      last.bind(type, at: 1)
      if try last.step() { most = max(most ?? .min, last.integer(0)) }
      last.reset()
    }
    return most.map { min($0, TouchedTime.range.upperBound) }
  }

  /// Returns the length of the longest sample of the types that count for each day they reach into, milliseconds. Scans
  /// every row. 0 = there are none.
  func longestMs() throws -> Int64 {
    let longest = try BulkStatement(
      "SELECT max(duration_ms) FROM sample WHERE type = ?1 AND duration_ms <= \(TouchedTime.yearMs)", in: db)
    var most: Int64 = 0
    for (type, role) in types where role.isSpread {
      longest.bind(type, at: 1)
      if try longest.step() { most = max(most, longest.integer(0)) }
      longest.reset()
    }
    return most
  }
}

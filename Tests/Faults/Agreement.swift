import Digests
import Foundation
import GRDB
import HealthModel
import HealthStore
import TestSupport
import Testing

/// Invariant I of `docs/faults.md`: a backend and its devices have the same live records, but for those in quarantine; nothing waits, nothing
/// is in flight, and every file is sound.
enum Agreement {
  /// Requires it of a backend with one user and that user's devices, given by their libraries' paths. Returns how many records there are.
  @discardableResult
  static func require(_ backend: RunningBackend, _ libraries: [String]) throws -> Int {
    try require(database: backend.database, sql: liveRecords, libraries)
  }

  /// Requires it of any backend with a file, whose live records `sql` selects as `liveRecords` does.
  @discardableResult
  static func require(database: String, sql: String, _ libraries: [String]) throws -> Int {
    let there = try sound(database) { db in
      try unique(Row.fetchAll(db, sql: sql)) { row in
        let text: String = row[4]
        return Record(
          version: Version(hlc: row[2], device: row[3], hash: Data(SHA256.of(text).prefix(16))),
          json: try JSON(parsing: text))
      }
    }
    for library in libraries { try sound(library) { try require(there, of: $0) } }
    return there.count
  }

  /// The live records in the file of an `hsync-backend`: kind, id, time and device of the version, JSON.
  static let liveRecords = "SELECT kind, id, hlc, dev, body FROM rec WHERE body IS NOT NULL"

  /// Everything that a push can change on the backend, as text: equal before and after what must have no effect.
  static func ledger(of backend: RunningBackend) throws -> String {
    try sound(backend.database) { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT 'owner ' || n || ' ' || seq FROM owner
          UNION ALL SELECT 'device ' || dev || ' ' || last || ' ' || hex(sha256) FROM device
          UNION ALL SELECT kind || '/' || id || ' ' || hlc || ' ' || dev || ' ' || seq || ' ' || coalesce(body, 'deleted') FROM rec ORDER BY 1
          """
      ).joined(separator: "\n")
    }
  }

  private struct Record {
    let version: Version
    let json: JSON
  }

  private struct Version: Equatable {
    let hlc: Int64
    let device: String
    /// The first 128 bits of the JSON's SHA-256.
    let hash: Data
  }

  /// Requires that a library's rows are the backend's records, and its versions those of its rows.
  private static func require(_ there: [String: Record], of library: Database) throws {
    let waiting = try String.fetchOne(library, sql: Household.waitingQuery) ?? ""
    try #require(waiting.hasPrefix("0|0|"), "outbox, in flight, quarantine: \(waiting)")
    let aside = try String.fetchSet(library, sql: "SELECT kind || '/' || id FROM quarantine")
    func here<Value>(_ sql: String, _ value: (Row) throws -> Value) throws -> [String: Value] {
      try unique(Row.fetchAll(library, sql: sql), value).filter { !aside.contains($0.key) }
    }
    let rows = try here(syncedRows) { try JSON(parsing: $0[2] as String) }
    try requireNone(of: there, rows, "device and backend differ") { $0.json.isEquivalent(to: $1) }
    let versions = try here("SELECT kind, id, hlc, dev, hash FROM version WHERE hash IS NOT NULL") {
      Version(hlc: $0[2], device: $0[3], hash: $0[4])
    }
    try requireNone(of: there, versions, "versions on device and backend differ") { $0.version == $1 }
  }

  /// Every row that is synced: kind, id, JSON.
  private static let syncedRows =
    SyncedTable.all.map { "SELECT '\($0.kind)', \($0.key), \($0.json(of: $0.name)) FROM \($0.name)" }.joined(separator: " UNION ALL ")
    + " UNION ALL SELECT kind, id, json FROM foreign_record"

  /// Throws if there is a record that only one side has, or whose two sides aren't the same.
  private static func requireNone<One, Other>(
    of one: [String: One], _ other: [String: Other], _ complaint: String, unless isSame: (One, Other) -> Bool
  ) throws {
    let differing = Set(one.keys).union(other.keys).filter { key in
      guard let one = one[key], let other = other[key] else { return true }
      return !isSame(one, other)
    }
    try #require(differing.isEmpty, "\(complaint) in \(differing.count) records, \(differing.sorted().prefix(3))")
  }

  /// Rows by `kind/id`, their first two columns; no id may be there twice.
  private static func unique<Value>(_ rows: [Row], _ value: (Row) throws -> Value) throws -> [String: Value] {
    var found: [String: Value] = [:]
    for row in rows {
      let (kind, id): (String, String) = (row[0], row[1])
      try #require(found.updateValue(try value(row), forKey: "\(kind)/\(id)") == nil, "\(kind)/\(id) is there twice")
    }
    return found
  }

  /// Reads a file, which must be sound.
  private static func sound<T>(_ path: String, _ body: (Database) throws -> T) throws -> T {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(20)
    return try DatabaseQueue(path: path, configuration: configuration).read { db in
      let integrity = try String.fetchOne(db, sql: "PRAGMA integrity_check")
      try #require(integrity == "ok", "\(integrity ?? "no answer") in \(path)")
      return try body(db)
    }
  }
}

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
    let there = try records(
      in: backend.database, "SELECT kind, id, body FROM rec WHERE deleted_at_ms IS NULL AND kind IN (\(kinds)) ORDER BY kind, id")
    for library in libraries {
      let waiting = try texts(in: library, Household.waitingQuery)[0]
      try #require(waiting.hasPrefix("0|0|"), "outbox, in flight, quarantine: \(waiting)")
      let here = try SyncedTable.all.reduce(into: [String: JSON]()) { all, table in
        let found = try records(
          in: library,
          """
          SELECT '\(table.kind)', \(table.key), \(table.json(of: table.name)) FROM \(table.name)
          WHERE \(table.key) NOT IN (SELECT id FROM quarantine WHERE kind = '\(table.kind)')
          """)
        all.merge(found) { one, _ in one }
      }
      let differing = Set(here.keys).union(there.keys).filter { key in
        guard let one = here[key], let other = there[key] else { return true }
        return !one.isEquivalent(to: other)
      }
      try #require(differing.isEmpty, "device and backend differ in \(differing.count) records, \(differing.sorted().prefix(3))")
    }
    return there.count
  }

  /// Everything that a push can change on the backend, as text: equal before and after what must have no effect.
  static func ledger(of backend: RunningBackend) throws -> String {
    try texts(
      in: backend.database,
      """
      SELECT 'owner ' || n || ' ' || seq FROM owner
      UNION ALL SELECT 'device ' || dev || ' ' || last || ' ' || hex(sha256) FROM device
      UNION ALL SELECT kind || '/' || id || ' ' || hlc || ' ' || dev || ' ' || seq || ' ' || coalesce(body, 'deleted') FROM rec ORDER BY 1
      """
    ).joined(separator: "\n")
  }

  private static let kinds = SyncedTable.all.map { "'\($0.kind)'" }.joined(separator: ", ")

  private static func texts(in path: String, _ sql: String) throws -> [String] {
    try open(path).read { db in
      let integrity = try String.fetchOne(db, sql: "PRAGMA integrity_check")
      try #require(integrity == "ok", "\(integrity ?? "no answer") in \(path)")
      return try String.fetchAll(db, sql: sql)
    }
  }

  private static func records(in path: String, _ sql: String) throws -> [String: JSON] {
    try open(path).read { db in
      var records: [String: JSON] = [:]
      for row in try Row.fetchAll(db, sql: sql) {
        let (kind, id, text): (String, String, String) = (row[0], row[1], row[2])
        try #require(records.updateValue(try JSON(parsing: text), forKey: "\(kind)/\(id)") == nil, "\(kind)/\(id) is there twice")
      }
      return records
    }
  }

  private static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(20)
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}

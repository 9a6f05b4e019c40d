import BulkSQL
import GRDB
import Postgres

/// The work of the `user` commands, beside a running server.
extension BackendDatabase {
  /// Runs one transaction, with the reserved disk space when the disk is full. With `erasing`, deleted data is overwritten in the file; `emptyLog`
  /// removes it from the log.
  func command<T>(erasing: Bool = false, _ body: (Database) throws -> T) throws(BackendError) -> T {
    try telling {
      if erasing { try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") } }
      do {
        return try pool.write(body)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL && reserve.release() {
        defer { reserve.fill() }
        return try pool.write(body)
      }
    }
  }

  /// Brings the log into the file and makes it empty; tries for that long.
  ///
  /// - Returns: whether it is empty. A reader of a running server may keep it, or another process that makes a checkpoint.
  func emptyLog(within patience: Duration) -> Bool {
    let end = ContinuousClock.now + patience
    while (try? pool.writeWithoutTransaction(emptyLog)) == nil {
      guard ContinuousClock.now < end else { return false }
      OwnThread.pause(milliseconds: 10)
    }
    return true
  }

  /// The same without waiting: while SQLite waits for a reader nobody can write, and for another checkpoint it doesn't wait.
  private func emptyLog(_ db: Database) throws {
    let usual = try Int.fetchOne(db, sql: "PRAGMA busy_timeout") ?? 0
    try db.execute(sql: "PRAGMA busy_timeout = 0")
    defer { try? db.execute(sql: "PRAGMA busy_timeout = \(usual)") }
    try db.checkpoint(.truncate)
  }

  /// All users by name.
  func summaries(nowMs: Int64) throws(BackendError) -> [UserSummary] {
    try telling {
      try pool.read { db in
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT name,
              (SELECT count(*) FROM token WHERE owner = n AND \(SQLiteTokenList.isInUse)) AS tokens,
              (SELECT count(*) FROM rec WHERE owner = n AND body IS NOT NULL) AS records,
              (SELECT count(*) FROM device WHERE owner = n) AS devices,
              (SELECT max(seen_at_ms) FROM device WHERE owner = n) AS seen
            FROM owner ORDER BY name
            """, arguments: [nowMs])
        return try rows.map {
          try UserSummary(
            name: $0.value("name"), tokens: $0.value("tokens"), records: $0.value("records"), devices: $0.value("devices"),
            lastPushAtMs: $0.value("seen"))
        }
      }
    }
  }

  /// Reads from one snapshot.
  func reading<T>(_ body: (Database) throws -> T) throws(BackendError) -> T { try telling { try pool.read(body) } }

  /// Does something with the file; what SQLite throws becomes an error that says so.
  func telling<T>(_ body: () throws -> T) throws(BackendError) -> T {
    do {
      return try body()
    } catch let error as BackendError {
      throw error
    } catch {
      throw BackendError(opening: folder + "/backend.db", error)
    }
  }
}

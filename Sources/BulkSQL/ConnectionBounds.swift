import GRDB
import GRDBSQLite

/// Limits on a connection to an untrusted database file.
package enum ConnectionBounds {
  /// The largest text or blob, in bytes: far more than any record, far less than SQLite's own 1 GB.
  package static let mostBytes: Int32 = 128 << 20
  /// Steps of SQLite's virtual machine after which a connection that is watched is interrupted: a minute or so of work.
  package static let mostSteps = 2_000_000_000

  /// Bounds values, and checks pages while they are read.
  ///
  /// Not `trusted_schema = OFF`: SQLite 3.40 counts its own `json_valid` among the functions that a CHECK may not call then.
  package static func set(on db: Database) throws {
    if let connection = db.sqliteConnection { sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, mostBytes) }
    try db.execute(sql: "PRAGMA cell_size_check = ON")
  }

  /// Ends with `SQLITE_INTERRUPT` what the connection does beyond `steps` in its life: for files with triggers or views of others, which may have
  /// no end.
  package static func watch(_ db: Database, steps: Int = mostSteps) {
    let bounds = QueryBounds(steps: Int64(steps))
    // Lives as long as the process: connections to such files are few.
    _ = Unmanaged.passRetained(bounds)
    bounds.watch(db)
  }

  /// Does `body`, and ends with `SQLITE_INTERRUPT` what it does on the connection beyond `steps`: for connections that stay open for long.
  package static func watched<T>(_ db: Database, steps: Int = mostSteps, _ body: () throws -> T) rethrows -> T {
    let bounds = QueryBounds(steps: Int64(steps))
    bounds.watch(db)
    defer { bounds.leave(db) }
    return try body()
  }
}

import BulkSQL
import GRDB

/// The mark of a file whose data are moving, or have moved, to another database: nothing is written to it any more, and no request answered from it.
///
/// It is a file's `user_version`, which costs a request next to nothing to read. Triggers that exist only while the mark is set reject the writes of
/// requests that were under way, and of commands. A running server refuses requests with 503 from then on.
enum MoveMark {
  /// Tables that no row is added to, changed or removed from.
  private static let tables = ["owner", "token", "refresh_token", "rec", "device", "event"]

  /// Whether the mark is set.
  static func isSet(_ db: Database) throws -> Bool {
    try Int.fetchOne(db.cachedStatement(sql: "PRAGMA user_version")) ?? 0 != 0
  }

  /// Throws `StoreError` when it is set.
  static func requireUnset(_ db: Database) throws {
    if try isSet(db) { throw StoreError.moved }
  }

  /// Sets it, in the caller's transaction.
  static func set(_ db: Database) throws {
    for (table, change) in changes {
      try db.execute(
        sql: """
          CREATE TRIGGER IF NOT EXISTS moved_\(table)_\(change) BEFORE \(change) ON \(table) BEGIN
            SELECT RAISE(ABORT, 'the data are moving to another database');
          END
          """)
    }
    try db.execute(sql: "PRAGMA user_version = 1")
  }

  /// Removes it, in the caller's transaction.
  static func remove(_ db: Database) throws {
    for (table, change) in changes { try db.execute(sql: "DROP TRIGGER IF EXISTS moved_\(table)_\(change)") }
    try db.execute(sql: "PRAGMA user_version = 0")
  }

  private static var changes: [(table: String, change: String)] {
    tables.flatMap { table in ["INSERT", "UPDATE", "DELETE"].map { (table, $0) } }
  }
}

extension BackendDatabase {
  /// Throws when the data have moved: a server would answer from what is old.
  func requireNotMoved() throws(BackendError) {
    if try reading(MoveMark.isSet) { throw .moved(folder: folder) }
  }
}

extension BackendError {
  /// The error for a folder whose data have moved.
  static func moved(folder: String) -> BackendError {
    BackendError(
      .moved, "the data of \(folder) have moved to another database, or are moving",
      hint: "use that one with --database; to go on with the folder instead: hsync-backend copy --from \(folder) --reopen")
  }
}

import BulkSQL
import GRDB

/// The table `audit` in SQLite.
enum SQLiteAudit {
  /// Adds a record in the caller's transaction, and removes the oldest ones beyond `AuditRecord.mostKept`.
  static func add(_ record: AuditRecord, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO audit(at_ms, command, user, os_user) VALUES (?, ?, ?, ?)",
      arguments: [record.atMs, record.command, record.user, record.osUser])
    // Only the oldest are ever removed, so numbers have no gaps.
    try db.execute(sql: "DELETE FROM audit WHERE n <= ?", arguments: [db.lastInsertedRowID - Int64(AuditRecord.mostKept)])
  }

  /// The newest records, the newest first, at most so many.
  static func newest(_ most: Int, _ db: Database) throws -> [AuditRecord] {
    try Row.fetchAll(db, sql: "SELECT at_ms, command, user, os_user FROM audit ORDER BY n DESC LIMIT ?", arguments: [most]).map {
      try AuditRecord(atMs: $0.value(0), command: $0.value(1), user: $0.value(2), osUser: $0.value(3))
    }
  }
}

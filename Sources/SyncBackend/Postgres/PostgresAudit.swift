import Postgres

/// The table `audit` in PostgreSQL.
enum PostgresAudit {
  /// Adds a record in the caller's transaction, and removes the oldest ones beyond `AuditRecord.mostKept`.
  static func add(_ record: AuditRecord, _ connection: PostgresConnection) throws {
    try insert(record, connection)
    try connection.run(
      "DELETE FROM audit WHERE n IN (SELECT n FROM audit ORDER BY at_ms DESC, n DESC OFFSET $1)", [.integer(Int64(AuditRecord.mostKept))])
  }

  /// Adds a record alone, of a copy.
  static func insert(_ record: AuditRecord, _ connection: PostgresConnection) throws {
    try connection.run(
      "INSERT INTO audit(at_ms, command, \"user\", os_user) VALUES ($1, $2, $3, $4)",
      [.integer(record.atMs), .text(record.command), record.user.map { .text($0) } ?? .null, .text(record.osUser)])
  }

  /// The newest records, the newest first, at most so many. Those of one millisecond are in the order in which one node made them.
  static func newest(_ most: Int, _ connection: PostgresConnection) throws -> [AuditRecord] {
    let rows = try connection.run(
      "SELECT at_ms, command, \"user\", os_user FROM audit ORDER BY at_ms DESC, n DESC LIMIT $1", [.integer(Int64(most))])
    return (0..<rows.count).map {
      AuditRecord(atMs: rows.integer($0, 0) ?? 0, command: rows.text($0, 1) ?? "", user: rows.text($0, 2), osUser: rows.text($0, 3) ?? "")
    }
  }
}

import Postgres

/// Compares the counters in PostgreSQL with the rows, beside running servers, one user at a time.
enum PostgresCheck {
  /// Users whose ids are read at once.
  private static let batch: Int64 = 500
  /// Tables with rows of users.
  private static let tables = ["token", "refresh_token", "rec", "device", "owner_epoch", "event"]

  private static let sql = """
    SELECT name, seq, bytes, records,
      ((SELECT coalesce(sum(coalesce(octet_length(body), 0) + octet_length(id) + \(Share.bytesPerRow)), 0) FROM rec WHERE owner = o.id)
      + (SELECT coalesce(sum(octet_length(body) + \(Share.bytesPerRow)), 0) FROM event WHERE owner = o.id)
      + (SELECT coalesce(sum(octet_length(answer) + \(Share.bytesPerRow)), 0) FROM device WHERE owner = o.id))::bigint,
      (SELECT count(*) FROM rec WHERE owner = o.id), (SELECT coalesce(max(seq), 0) FROM rec WHERE owner = o.id),
      (SELECT count(DISTINCT seq) FROM rec WHERE owner = o.id),
      epoch <> '' AND EXISTS(SELECT 1 FROM user_name WHERE user_name.name = o.name AND user_name.owner = o.id)
    FROM owner o WHERE id = $1
    """

  /// Checks every user. One who is added or deleted meanwhile may be left out.
  static func run(_ database: PostgresDatabase) throws -> CheckReport {
    var report = CheckReport()
    var last = "00000000-0000-0000-0000-000000000000"
    while true {
      let ids = try database.command(isRepeatable: true) { [last] connection in
        let rows = try connection.run(
          "SELECT id::text FROM owner WHERE id > $1 ORDER BY id LIMIT $2", [.text(last), .integer(batch)])
        return (0..<rows.count).compactMap { rows.text($0, 0) }
      }
      guard let end = ids.last else { break }
      for id in ids {
        if let facts = try database.command(isRepeatable: true, { try look(at: id, $0) }) { report.add(facts) }
      }
      last = end
    }
    report.findings += try tables.flatMap { table in
      let users = try database.command(isRepeatable: true) { try orphans(in: table, $0) }
      return users > 0 ? [CheckFinding(user: nil, problem: .orphans(table: table, users: users))] : []
    }
    return report
  }

  private static func look(at id: String, _ connection: PostgresConnection) throws -> OwnerFacts? {
    let rows = try connection.run(sql, [.text(id)])
    guard rows.count == 1 else { return nil }
    func number(_ column: Int) -> Int64 { rows.integer(0, column) ?? 0 }
    return OwnerFacts(
      name: rows.text(0, 0) ?? "", seq: number(1), noted: Share(bytes: number(2), records: number(3)),
      counted: Share(bytes: number(4), records: number(5)), largestSeq: number(6), differentSeqs: number(7), isComplete: number(8) == 1)
  }

  /// Users without a row of their own who have rows in a table. Jumps from user to user by the index instead of reading every row, unless the rows
  /// are distributed: then each node reads its own.
  private static func orphans(in table: String, _ connection: PostgresConnection) throws -> Int64 {
    if try Citus.hasDistributed(table, connection) {
      return try connection.run(
        "SELECT count(DISTINCT t.owner) FROM \(table) AS t LEFT JOIN owner AS o ON o.id = t.owner WHERE o.id IS NULL"
      ).integer(0, 0) ?? 0
    }
    return try connection.run(
      """
      WITH RECURSIVE there(owner) AS (
        (SELECT owner FROM \(table) ORDER BY owner LIMIT 1)
        UNION ALL
        SELECT (SELECT next.owner FROM \(table) AS next WHERE next.owner > there.owner ORDER BY next.owner LIMIT 1)
        FROM there WHERE there.owner IS NOT NULL)
      SELECT count(*) FROM there WHERE owner IS NOT NULL AND NOT EXISTS(SELECT 1 FROM owner AS o WHERE o.id = there.owner)
      """
    ).integer(0, 0) ?? 0
  }
}

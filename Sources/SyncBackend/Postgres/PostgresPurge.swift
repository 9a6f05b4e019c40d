import Postgres

/// Forgets deletions and events that are old enough, owner by owner, each in a transaction of its own.
enum PostgresPurge {
  /// Owners that are cleaned up at a start: more are left for the next.
  private static let mostOwners = 2000

  /// Removes deletions stored before `deletedMs`, and records for each owner up to which seq: an older cursor has to start over. Removes events
  /// received before `eventsMs`.
  static func run(deletedMs: Int64, eventsMs: Int64, _ connection: PostgresConnection) throws {
    try each("SELECT DISTINCT owner::text FROM rec WHERE deleted_at_ms < $1 LIMIT 100", deletedMs, connection) { owner in
      try deletions(of: owner, beforeMs: deletedMs, connection)
    }
    try each("SELECT DISTINCT owner::text FROM event WHERE received_at_ms < $1 LIMIT 100", eventsMs, connection) { owner in
      try events(of: owner, beforeMs: eventsMs, connection)
    }
  }

  private static func each(_ sql: String, _ ms: Int64, _ connection: PostgresConnection, _ body: (String) throws -> Void) throws {
    var count = 0
    while count < mostOwners {
      let rows = try connection.run(sql, [.integer(ms)])
      if rows.count == 0 { return }
      count += rows.count
      for owner in (0..<rows.count).compactMap({ rows.text($0, 0) }) { try body(owner) }
    }
  }

  private static func deletions(of owner: String, beforeMs: Int64, _ connection: PostgresConnection) throws {
    try connection.transaction {
      try connection.run("SELECT 1 FROM owner WHERE id = $1 FOR NO KEY UPDATE", [.text(owner)])
      try connection.run(
        """
        WITH gone AS (DELETE FROM rec WHERE owner = $1 AND deleted_at_ms < $2 RETURNING seq, octet_length(id) + $3::int AS bytes),
          sums AS (SELECT max(seq) AS seq, count(*) AS records, sum(bytes)::bigint AS bytes FROM gone)
        UPDATE owner SET purged_seq = greatest(purged_seq, coalesce(sums.seq, 0)), records = owner.records - sums.records,
          bytes = owner.bytes - coalesce(sums.bytes, 0)
        FROM sums WHERE owner.id = $1
        """, [.text(owner), .integer(beforeMs), .integer(Share.bytesPerRow)])
    }
  }

  private static func events(of owner: String, beforeMs: Int64, _ connection: PostgresConnection) throws {
    try connection.transaction {
      try connection.run("SELECT 1 FROM owner WHERE id = $1 FOR NO KEY UPDATE", [.text(owner)])
      try connection.run(
        """
        WITH gone AS (DELETE FROM event WHERE owner = $1 AND received_at_ms < $2 RETURNING octet_length(body) + $3::int AS bytes)
        UPDATE owner SET bytes = owner.bytes - coalesce((SELECT sum(bytes) FROM gone), 0)::bigint WHERE owner.id = $1
        """, [.text(owner), .integer(beforeMs), .integer(Share.bytesPerRow)])
    }
  }
}

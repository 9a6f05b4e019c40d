import GRDB

/// Forgets deletions that every device has had the time to hear of.
enum Tombstones {
  /// Removes deletions stored before `beforeMs`, and records for each owner up to which seq: an older cursor has to
  /// start over.
  static func purge(_ db: Database, beforeMs: Int64) throws {
    try db.execute(
      sql: """
        UPDATE owner SET purged_seq = max(purged_seq, old.seq)
        FROM (SELECT owner, max(seq) AS seq FROM rec INDEXED BY rec_deleted WHERE deleted_at_ms < ? GROUP BY owner) AS old
        WHERE owner.n = old.owner
        """, arguments: [beforeMs])
    try db.execute(sql: "DELETE FROM rec WHERE deleted_at_ms < ?", arguments: [beforeMs])
  }
}

import GRDB

/// Forgets deletions that every device has had the time to hear of.
enum Tombstones {
  /// Removes deletions stored before `beforeMs`, and records for each owner up to which seq: an older cursor has to
  /// start over.
  static func purge(_ db: Database, beforeMs: Int64) throws {
    // By itself SQLite would take max(seq) from rec_seq, and read all records of an owner without old deletions.
    try db.execute(
      sql: """
        UPDATE owner SET purged_seq = max(purged_seq,
          coalesce((
            SELECT max(seq) FROM rec INDEXED BY rec_deleted WHERE rec.owner = owner.n AND deleted_at_ms < ?), 0))
        """, arguments: [beforeMs])
    try db.execute(sql: "DELETE FROM rec WHERE deleted_at_ms < ?", arguments: [beforeMs])
  }
}

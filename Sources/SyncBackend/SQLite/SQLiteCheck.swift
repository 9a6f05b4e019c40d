import BulkSQL
import GRDB

/// Compares the counters in a file with its rows, beside a running server.
enum SQLiteCheck {
  private static let sql = """
    SELECT name, seq, bytes, records,
      (SELECT coalesce(sum(coalesce(length(CAST(body AS BLOB)), 0) + length(CAST(id AS BLOB)) + \(Share.bytesPerRow)), 0)
        FROM rec WHERE owner = n)
      + (SELECT coalesce(sum(length(CAST(body AS BLOB)) + \(Share.bytesPerRow)), 0) FROM event WHERE owner = n)
      + (SELECT coalesce(sum(length(answer) + \(Share.bytesPerRow)), 0) FROM device WHERE owner = n),
      (SELECT count(*) FROM rec WHERE owner = n), (SELECT coalesce(max(seq), 0) FROM rec WHERE owner = n),
      (SELECT count(DISTINCT seq) FROM rec WHERE owner = n),
      epoch <> ''
    FROM owner WHERE n = ?
    """

  /// Checks the file and every user. A user who is added or deleted meanwhile may be left out.
  static func run(_ database: BackendDatabase) throws -> CheckReport {
    var report = CheckReport()
    let owners = try database.pool.read { db in
      let words = try String.fetchAll(db, sql: "PRAGMA integrity_check(10)")
      if words != ["ok"] { report.findings += words.map { CheckFinding(user: nil, problem: .damaged($0)) } }
      let orphans = try Row.fetchAll(db, sql: #"SELECT "table", count(*) FROM pragma_foreign_key_check GROUP BY "table""#)
      report.findings += try orphans.map { CheckFinding(user: nil, problem: .orphans(table: try $0.value(0), users: try $0.value(1))) }
      return try Int64.fetchAll(db, sql: "SELECT n FROM owner ORDER BY name")
    }
    for owner in owners {
      // One transaction each: a long one would keep the log from being emptied.
      let facts = try database.pool.read { db in try look(at: owner, db) }
      if let facts { report.add(facts) }
    }
    return report
  }

  private static func look(at owner: Int64, _ db: Database) throws -> OwnerFacts? {
    try Row.fetchOne(db, sql: sql, arguments: [owner]).map {
      try OwnerFacts(
        name: $0.value(0), seq: $0.value(1), noted: Share(bytes: $0.value(2), records: $0.value(3)),
        counted: Share(bytes: $0.value(4), records: $0.value(5)), largestSeq: $0.value(6), differentSeqs: $0.value(7),
        isComplete: $0.value(8))
    }
  }
}

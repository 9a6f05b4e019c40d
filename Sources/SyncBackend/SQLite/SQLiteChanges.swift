import BulkSQL
import GRDB
import HealthModel

/// Gives out what has changed in SQLite since a cursor, page by page.
struct SQLiteChanges: Sendable {
  let database: BackendDatabase
  let limits: BackendLimits

  /// Returns one page. It ends where `ChangesPage` says, or after scanning `limits.maxScannedRows`, even if no record matched. Throws for a cursor
  /// that isn't valid (any more).
  func page(_ query: ChangesQuery, owner: Owner) async throws -> [UInt8] {
    try await database.pool.read { db in
      let row = try Row.fetchOne(db, sql: "SELECT seq, purged_seq, epoch FROM owner WHERE n = ?", arguments: [owner.number])
      guard let row else { throw StoreError.unauthorized }
      let ownerSeq: Int64 = try row.value(0)
      let epoch: String = try row.value(2)
      let start = try CursorRule.start(of: query.since, purgedSeq: row.value(1)) { asked in
        asked == epoch ? ownerSeq : try Epochs.end(of: asked, db, owner: owner.number)
      }
      let end = try endOfScan(from: start, db, owner: owner, ownerSeq: ownerSeq)
      let leftOut = try query.leftOut { device in
        try Int64.fetchOne(db, sql: "SELECT last FROM device WHERE owner = ? AND dev = ?", arguments: [owner.number, device])
      }

      var page = ChangesPage(query, limits: limits)
      let changes = try Row.fetchCursor(
        db, sql: SQLiteChanges.sql(query.kinds),
        arguments: SQLiteChanges.arguments(query, owner: owner, range: (start, end), leftOut: leftOut))
      while let row = try changes.next() {
        // One more than the limit is asked for, to know whether there is more.
        let isAdded = try page.add(
          StoredRecord(
            kind: row.value(0), id: row.value(1), version: RecordVersion(hlc: row.value(2), device: row.value(3)), body: row.value(4)),
          seq: row.value(5))
        if !isAdded { break }
      }
      return page.text(epoch: epoch, end: end, ownerSeq: ownerSeq)
    }
  }

  /// The owner's counter up to which a page looks: at most `limits.maxScannedRows` rows after its start.
  private func endOfScan(from start: Int64, _ db: Database, owner: Owner, ownerSeq: Int64) throws -> Int64 {
    // Each row has used up a number of its own.
    guard ownerSeq - start > limits.maxScannedRows else { return ownerSeq }
    let statement = try db.cachedStatement(
      sql: "SELECT seq FROM rec INDEXED BY rec_seq WHERE owner = ? AND seq > ? ORDER BY seq LIMIT 1 OFFSET ?")
    return try Int64.fetchOne(statement, arguments: [owner.number, start, limits.maxScannedRows - 1]) ?? ownerSeq
  }

  private static func sql(_ kinds: [String]?) -> String {
    let filter = kinds.map { "kind IN (\($0.map { _ in "?" }.joined(separator: ", ")))" } ?? "kind <> '\(RecordKind.samples)'"
    return """
      SELECT kind, id, hlc, dev, body, seq FROM rec INDEXED BY rec_seq
      WHERE owner = ? AND seq > ? AND seq <= ? AND dev <> ? AND \(filter) ORDER BY seq LIMIT ?
      """
  }

  private static func arguments(_ query: ChangesQuery, owner: Owner, range: (start: Int64, end: Int64), leftOut: String)
    -> StatementArguments
  {
    var arguments: StatementArguments = [owner.number, range.start, range.end, leftOut]
    arguments += StatementArguments(query.kinds ?? [])
    arguments += [query.limit + 1]
    return arguments
  }
}

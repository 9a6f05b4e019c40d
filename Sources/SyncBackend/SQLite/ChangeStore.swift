import BulkSQL
import GRDB
import HealthModel

/// Gives out what has changed since a cursor, page by page.
struct ChangeStore: Sendable {
  let database: BackendDatabase
  let limits: BackendLimits

  /// A client's query.
  struct Query: Sendable {
    /// The cursor of the previous page's end, `""` for everything.
    var since: String
    /// The most records of the page, at least 1.
    var limit: Int
    /// The requested kinds; `nil` means all but `samples`, which are large and rarely needed.
    var kinds: [String]?
    /// The requesting device and its last push, if it requests only other devices' changes; see `leftOut`.
    var asker: (device: String, pushed: Int64)?
  }

  /// Returns one page as JSON: `{"changes":[…],"next":"<cursor>","more":false,"snapshot":false}`.
  ///
  /// It ends at the query's limit, at `limits.maxAnswerBytes`, after at least one record, or after scanning
  /// `limits.maxScannedRows`, even if no record matched. Throws 410 for a cursor that isn't valid (any more).
  func page(_ query: Query, owner: Owner) async throws -> [UInt8] {
    try await database.pool.read { db in
      let row = try Row.fetchOne(db, sql: "SELECT seq, purged_seq FROM owner WHERE n = ?", arguments: [owner.number])
      guard let row else { throw Refusal.unauthorized }
      let ownerSeq: Int64 = try row.value(0)
      let start = try start(of: query.since, db, owner: owner, ownerSeq: ownerSeq, purgedSeq: row.value(1))
      let epoch = try Epochs.current(db, owner: owner.number)
      let end = try endOfScan(from: start, db, owner: owner, ownerSeq: ownerSeq)

      // Not one `JSON`, because the records' data are text that isn't read again (`StoredRecord.write`).
      var bytes = Array(#"{"changes":["#.utf8)
      var count = 0
      var last = start
      var isFull = false
      var hasMore = end < ownerSeq
      let changes = try Row.fetchCursor(
        db, sql: ChangeStore.sql(query.kinds),
        arguments: ChangeStore.arguments(query, owner: owner, range: (start, end), leftOut: leftOut(of: query, db, owner: owner)))
      while let row = try changes.next() {
        // One more than the limit is asked for, to know whether there is more.
        if count == query.limit || (count > 0 && bytes.count >= limits.maxAnswerBytes) {
          hasMore = true
          isFull = true
          break
        }
        if count > 0 { bytes.append(UInt8(ascii: ",")) }
        let record = try StoredRecord(
          kind: row.value(0), id: row.value(1), version: RecordVersion(hlc: row.value(2), device: row.value(3)), body: row.value(4))
        record.write(to: &bytes)
        last = try row.value(5)
        count += 1
      }
      // Of a page that isn't full the cursor jumps over what other kinds' records have used.
      let next = "\(epoch).\(isFull ? last : end)"
      bytes.append(contentsOf: #"],"next":"\#(next)","more":\#(hasMore),"snapshot":\#(query.since.isEmpty)}"#.utf8)
      return bytes
    }
  }

  private func start(of cursor: String, _ db: Database, owner: Owner, ownerSeq: Int64, purgedSeq: Int64) throws -> Int64 {
    if cursor.isEmpty { return 0 }
    guard let seq = try Epochs.seq(of: cursor, db, owner: owner.number, ownerSeq: ownerSeq) else {
      throw Refusal(.gone, "server_rewound", "the cursor isn't from this server's history")
    }
    guard seq >= purgedSeq else { throw Refusal(.gone, "cursor_expired", "deletions after the cursor are no longer known") }
    return seq
  }

  /// The owner's counter up to which a page looks: at most `limits.maxScannedRows` rows after its start.
  private func endOfScan(from start: Int64, _ db: Database, owner: Owner, ownerSeq: Int64) throws -> Int64 {
    // Each row has used up a number of its own.
    guard ownerSeq - start > limits.maxScannedRows else { return ownerSeq }
    let statement = try db.cachedStatement(
      sql: "SELECT seq FROM rec INDEXED BY rec_seq WHERE owner = ? AND seq > ? ORDER BY seq LIMIT 1 OFFSET ?")
    return try Int64.fetchOne(statement, arguments: [owner.number, start, limits.maxScannedRows - 1]) ?? ownerSeq
  }

  /// Returns the device whose own versions needn't be sent, `""` for none: a device has its own pushed records if its
  /// last push is the one known to the server. If it isn't, the device was restored from a backup and lacks some of
  /// them.
  private func leftOut(of query: Query, _ db: Database, owner: Owner) throws -> String {
    guard let asker = query.asker, !query.since.isEmpty else { return "" }
    let last = try Int64.fetchOne(db, sql: "SELECT last FROM device WHERE owner = ? AND dev = ?", arguments: [owner.number, asker.device])
    return last == asker.pushed ? asker.device : ""
  }

  private static func sql(_ kinds: [String]?) -> String {
    let filter = kinds.map { "kind IN (\($0.map { _ in "?" }.joined(separator: ", ")))" } ?? "kind <> '\(RecordKind.samples)'"
    return """
      SELECT kind, id, hlc, dev, body, seq FROM rec INDEXED BY rec_seq
      WHERE owner = ? AND seq > ? AND seq <= ? AND dev <> ? AND \(filter) ORDER BY seq LIMIT ?
      """
  }

  private static func arguments(_ query: Query, owner: Owner, range: (start: Int64, end: Int64), leftOut: String) -> StatementArguments {
    var arguments: StatementArguments = [owner.number, range.start, range.end, leftOut]
    arguments += StatementArguments(query.kinds ?? [])
    arguments += [query.limit + 1]
    return arguments
  }
}

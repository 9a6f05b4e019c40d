import HealthModel
import Postgres

/// Gives out what has changed in PostgreSQL since a cursor, page by page.
struct PostgresChanges: Sendable {
  let limits: BackendLimits

  /// Returns one page, from one snapshot. It ends where `ChangesPage` says, or after scanning `limits.maxScannedRows`, even if no record matched.
  /// Throws for a cursor that isn't valid (any more).
  func page(_ query: ChangesQuery, owner: Owner, _ connection: PostgresConnection) throws -> [UInt8] {
    let asked = ChangesCursor(query.since)?.epoch ?? ""
    let facts = try connection.run([
      .init("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
      .init("SELECT seq, purged_seq, epoch FROM owner WHERE id = $1", [.text(owner.id)]),
      .init("SELECT closed_at FROM owner_epoch WHERE owner = $1 AND epoch = $2", [.text(owner.id), .text(asked)]),
      .init("SELECT last FROM device WHERE owner = $1 AND dev = $2", [.text(owner.id), .text(query.asker?.device ?? "")]),
    ])
    guard facts[1].count == 1, let ownerSeq = facts[1].integer(0, 0), let epoch = facts[1].text(0, 2) else { throw StoreError.unauthorized }
    let start = try CursorRule.start(of: query.since, purgedSeq: facts[1].integer(0, 1) ?? 0) { asked in
      asked == epoch ? ownerSeq : facts[2].count == 1 ? facts[2].integer(0, 0) : nil
    }
    let leftOut = query.leftOut { _ in facts[3].count == 1 ? facts[3].integer(0, 0) : nil }
    let end = try endOfScan(from: start, owner: owner, ownerSeq: ownerSeq, connection)
    let rows = try connection.run([changes(query, owner: owner, range: (start, end), leftOut: leftOut), .init("COMMIT")])[0]

    var page = ChangesPage(query, limits: limits)
    for n in 0..<rows.count {
      // What isn't read any more has no data here.
      guard rows.integer(n, 6) == 1 else {
        page.close()
        break
      }
      let record = StoredRecord(
        kind: rows.text(n, 0) ?? "", id: rows.text(n, 1) ?? "",
        version: RecordVersion(hlc: rows.integer(n, 2) ?? 0, device: rows.text(n, 3) ?? ""), body: rows.text(n, 4))
      if !page.add(record, seq: rows.integer(n, 5) ?? 0) { break }
    }
    return page.text(epoch: epoch, end: end, ownerSeq: ownerSeq)
  }

  /// The owner's counter up to which a page looks: at most `limits.maxScannedRows` rows after its start.
  private func endOfScan(from start: Int64, owner: Owner, ownerSeq: Int64, _ connection: PostgresConnection) throws -> Int64 {
    // Each row has used up a number of its own.
    guard ownerSeq - start > limits.maxScannedRows else { return ownerSeq }
    let rows = try connection.run(
      "SELECT seq FROM rec WHERE owner = $1 AND seq > $2 ORDER BY seq LIMIT 1 OFFSET $3",
      [.text(owner.id), .integer(start), .integer(Int64(limits.maxScannedRows - 1))])
    return rows.count == 1 ? rows.integer(0, 0) ?? ownerSeq : ownerSeq
  }

  /// The records of a page and the one after it, which tells whether there is more. Data are read only of those before which there are fewer bytes
  /// of data than a page may have: libpq holds all rows at once.
  private func changes(
    _ query: ChangesQuery, owner: Owner, range: (start: Int64, end: Int64), leftOut: String
  ) -> PostgresConnection.Query {
    let filter = query.kinds == nil ? "kind <> $7" : "kind = ANY($7::text[])"
    let kinds = query.kinds.map { PostgresValue.texts($0) } ?? .text(RecordKind.samples)
    return .init(
      """
      SELECT kind, id, hlc, dev, CASE WHEN before < $6 THEN body END, seq, before < $6 FROM (
        SELECT kind, id, hlc, dev, body, seq,
          coalesce(sum(octet_length(body)) OVER (ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::bigint AS before
        FROM rec WHERE owner = $1 AND seq > $2 AND seq <= $3 AND dev <> $4 AND \(filter) ORDER BY seq LIMIT $5) AS page ORDER BY seq
      """,
      [
        .text(owner.id), .integer(range.start), .integer(range.end), .text(leftOut), .integer(Int64(query.limit + 1)),
        .integer(Int64(limits.maxAnswerBytes)), kinds,
      ])
  }
}

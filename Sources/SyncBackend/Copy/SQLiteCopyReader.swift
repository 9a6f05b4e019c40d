import BulkSQL
import FoundationEssentials
import GRDB

/// Reads a folder's file for a copy.
struct SQLiteCopyReader: CopyReader {
  private let db: Database
  private let seenMs: Int64?

  /// A reader of what a connection sees in a transaction. `lastSeenMs`: when a server last ran.
  init(_ db: Database, lastSeenMs: Int64?) {
    self.db = db
    seenMs = lastSeenMs
  }

  func counts() throws -> CopyCounts {
    func count(_ table: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    var counts = CopyCounts()
    counts.users = try count("owner")
    // Owners count their records.
    counts.records = try Int.fetchOne(db, sql: "SELECT sum(records) FROM owner") ?? 0
    counts.devices = try count("device")
    counts.tokens = try count("token") + count("refresh_token")
    counts.events = try count("event")
    return counts
  }

  func lastSeenMs() throws -> Int64? { seenMs }

  func audit() throws -> [AuditRecord] { try SQLiteAudit.newest(AuditRecord.mostKept, db).reversed() }

  /// In the order in which they were added.
  func owners(_ body: (CopyRows.Owner) throws -> Void) throws {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT n, id, name, seq, purged_seq, now_ms, created_at_ms, bytes, records, epoch FROM owner ORDER BY n")
    while let row = try rows.next() {
      try body(
        CopyRows.Owner(
          number: row.value(0), id: row.value(1), name: row.value(2), seq: row.value(3), purgedSeq: row.value(4), nowMs: row.value(5),
          createdAtMs: row.value(6), share: Share(bytes: row.value(7), records: row.value(8)), epoch: row.value(9)))
    }
  }

  /// One of an older version has no family until it is exchanged: the refresh token that began it is its name.
  func tokens(of owner: CopyRows.Owner, _ body: (CopyRows.Token) throws -> Void) throws {
    let tokens = try Row.fetchCursor(
      db,
      sql: """
        SELECT sha256, created_at_ms, expires_at_ms, parent, coalesce(family, parent), scope, used_hour_ms FROM token WHERE owner = ?
        """, arguments: [owner.number])
    while let row = try tokens.next() {
      try body(
        .token(
          hash: row.value(0), createdAtMs: row.value(1), expiresAtMs: row.value(2), parent: row.value(3), family: row.value(4),
          scope: row.value(5), usedHourMs: row.value(6)))
    }
    let refreshTokens = try Row.fetchCursor(
      db,
      sql: """
        SELECT sha256, token, lifetime_ms, created_at_ms, coalesce(family, sha256), used_at_ms, scope FROM refresh_token WHERE owner = ?
        """, arguments: [owner.number])
    while let row = try refreshTokens.next() {
      try body(
        .refresh(
          hash: row.value(0), token: row.value(1), lifetimeMs: row.value(2), createdAtMs: row.value(3), family: row.value(4),
          usedAtMs: row.value(5), scope: row.value(6)))
    }
  }

  func devices(of owner: CopyRows.Owner, _ body: (CopyRows.Device) throws -> Void) throws {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT dev, last, sha256, answer, seen_at_ms FROM device WHERE owner = ?", arguments: [owner.number])
    while let row = try rows.next() {
      try body(
        CopyRows.Device(name: row.value(0), last: row.value(1), sha256: row.value(2), answer: row.value(3), seenAtMs: row.value(4)))
    }
  }

  func epochs(of owner: CopyRows.Owner) throws -> [CopyRows.Epoch] {
    let ended = try Row.fetchAll(
      db, sql: "SELECT epoch, closed_at FROM epoch WHERE owner = ? AND epoch <> ?", arguments: [owner.number, owner.epoch])
    return try [CopyRows.Epoch(name: owner.epoch, end: owner.seq)] + ended.map { try CopyRows.Epoch(name: $0.value(0), end: $0.value(1)) }
  }

  func records(of owner: CopyRows.Owner, _ body: (CopyRows.Records) throws -> Void) throws {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT kind, id, hlc, dev, body, seq, deleted_at_ms FROM rec WHERE owner = ? ORDER BY kind, id", arguments: [owner.number])
    try batches(rows, of: CopyRows.Records(), body) { row, batch in
      let text: String? = try row.value(4)
      try batch.kinds.append(row.value(0))
      try batch.ids.append(row.value(1))
      try batch.clocks.append(row.value(2))
      try batch.devices.append(row.value(3))
      batch.bodies.append(text)
      try batch.seqs.append(row.value(5))
      try batch.deletedAtMs.append(row.value(6))
      return text?.utf8.count ?? 0
    }
  }

  func events(of owner: CopyRows.Owner, _ body: (CopyRows.Events) throws -> Void) throws {
    let rows = try Row.fetchCursor(
      db, sql: #"SELECT dev, file, "offset", at_ms, event, body, received_at_ms FROM event WHERE owner = ?"#, arguments: [owner.number])
    try batches(rows, of: CopyRows.Events(), body) { row, batch in
      let text: String = try row.value(5)
      try batch.devices.append(row.value(0))
      try batch.files.append(row.value(1))
      try batch.offsets.append(row.value(2))
      try batch.atMs.append(row.value(3))
      try batch.names.append(row.value(4))
      batch.bodies.append(text)
      try batch.receivedAtMs.append(row.value(6))
      return text.utf8.count
    }
  }

  /// Hands rows over in batches. `add` adds a row to one, and returns the bytes of its text.
  private func batches<Batch>(
    _ rows: RowCursor, of empty: Batch, _ body: (Batch) throws -> Void, add: (Row, inout Batch) throws -> Int
  ) throws {
    var (batch, count, bytes) = (empty, 0, 0)
    while let row = try rows.next() {
      bytes += try add(row, &batch)
      count += 1
      guard count == CopyRows.batchRows || bytes >= CopyRows.batchBytes else { continue }
      try body(batch)
      (batch, count, bytes) = (empty, 0, 0)
    }
    if count > 0 { try body(batch) }
  }
}

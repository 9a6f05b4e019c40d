import FoundationEssentials
import Postgres

/// Reads a PostgreSQL database for a copy.
struct PostgresCopyReader: CopyReader {
  /// Owners and tokens that are read at once.
  private static let most: Int64 = 1000

  private let connection: PostgresConnection

  /// A reader on a connection in a transaction that sees one snapshot.
  init(_ connection: PostgresConnection) { self.connection = connection }

  func counts() throws -> CopyCounts {
    func count(_ sql: String) throws -> Int { Int(try connection.run(sql).integer(0, 0) ?? 0) }
    var counts = CopyCounts()
    counts.users = try count("SELECT count(*) FROM owner")
    // Owners count their records.
    counts.records = try count("SELECT coalesce(sum(records), 0)::bigint FROM owner")
    counts.devices = try count("SELECT count(*) FROM device")
    counts.tokens = try count("SELECT count(*) FROM token") + count("SELECT count(*) FROM refresh_token")
    counts.events = try count("SELECT count(*) FROM event")
    return counts
  }

  func lastSeenMs() throws -> Int64? { try connection.run("SELECT max(seen_ms) FROM server").integer(0, 0) }

  func audit() throws -> [AuditRecord] { try PostgresAudit.newest(AuditRecord.mostKept, connection).reversed() }

  func owners(_ body: (CopyRows.Owner) throws -> Void) throws {
    var last = "00000000-0000-0000-0000-000000000000"
    while true {
      let rows = try connection.run(
        """
        SELECT id::text, name, seq, purged_seq, now_ms, created_at_ms, bytes, records, epoch FROM owner WHERE id > $1 ORDER BY id LIMIT $2
        """, [.text(last), .integer(PostgresCopyReader.most)])
      for n in 0..<rows.count {
        func number(_ column: Int) -> Int64 { rows.integer(n, column) ?? 0 }
        last = rows.text(n, 0) ?? ""
        try body(
          CopyRows.Owner(
            number: 0, id: last.filter { $0 != "-" }, name: rows.text(n, 1) ?? "", seq: number(2), purgedSeq: number(3), nowMs: number(4),
            createdAtMs: number(5), share: Share(bytes: number(6), records: number(7)), epoch: rows.text(n, 8) ?? ""))
      }
      if rows.count < PostgresCopyReader.most { return }
    }
  }

  /// A user has few: pairs that are used up are removed.
  func tokens(of owner: CopyRows.Owner, _ body: (CopyRows.Token) throws -> Void) throws {
    let tokens = try connection.run(
      "SELECT sha256, created_at_ms, expires_at_ms, parent, family, scope, used_hour_ms FROM token WHERE owner = $1", [.text(owner.id)])
    for n in 0..<tokens.count {
      try body(
        .token(
          hash: data(tokens, n, 0), createdAtMs: tokens.integer(n, 1) ?? 0, expiresAtMs: tokens.integer(n, 2),
          parent: tokens.bytes(n, 3).map { Data($0) }, family: tokens.bytes(n, 4).map { Data($0) }, scope: tokens.text(n, 5) ?? "",
          usedHourMs: tokens.integer(n, 6)))
    }
    let rows = try connection.run(
      "SELECT sha256, token, lifetime_ms, created_at_ms, family, used_at_ms, scope FROM refresh_token WHERE owner = $1", [.text(owner.id)])
    for n in 0..<rows.count {
      try body(
        .refresh(
          hash: data(rows, n, 0), token: data(rows, n, 1), lifetimeMs: rows.integer(n, 2) ?? 0, createdAtMs: rows.integer(n, 3) ?? 0,
          family: data(rows, n, 4), usedAtMs: rows.integer(n, 5), scope: rows.text(n, 6) ?? ""))
    }
  }

  /// A user has `BackendLimits.maxDevices` at most, each with an answer of `maxPushAnswerBytes`.
  func devices(of owner: CopyRows.Owner, _ body: (CopyRows.Device) throws -> Void) throws {
    let rows = try connection.run("SELECT dev, last, sha256, answer, seen_at_ms FROM device WHERE owner = $1", [.text(owner.id)])
    for n in 0..<rows.count {
      try body(
        CopyRows.Device(
          name: rows.text(n, 0) ?? "", last: rows.integer(n, 1) ?? 0, sha256: data(rows, n, 2), answer: data(rows, n, 3),
          seenAtMs: rows.integer(n, 4) ?? 0))
    }
  }

  func epochs(of owner: CopyRows.Owner) throws -> [CopyRows.Epoch] {
    // One that was closed may be open once more.
    let rows = try connection.run(
      "SELECT epoch, closed_at FROM owner_epoch WHERE owner = $1 AND epoch <> $2", [.text(owner.id), .text(owner.epoch)])
    return (0..<rows.count).map { CopyRows.Epoch(name: rows.text($0, 0) ?? "", end: rows.integer($0, 1) ?? 0) }
      + [CopyRows.Epoch(name: owner.epoch, end: owner.seq)]
  }

  func records(of owner: CopyRows.Owner, _ body: (CopyRows.Records) throws -> Void) throws {
    var last = ("", "")
    while true {
      let rows = try connection.run(
        """
        SELECT kind, id, hlc, dev, body, seq, deleted_at_ms FROM (
          SELECT *, coalesce(sum(octet_length(body)) OVER (ORDER BY kind, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
          FROM (SELECT * FROM rec WHERE owner = $1 AND (kind, id) > ($2, $3) ORDER BY kind, id LIMIT $4) AS next) AS page
        WHERE before < $5 ORDER BY kind, id
        """, [.text(owner.id), .text(last.0), .text(last.1)] + PostgresCopyReader.bounds)
      if rows.count == 0 { return }
      var batch = CopyRows.Records()
      for n in 0..<rows.count {
        last = (rows.text(n, 0) ?? "", rows.text(n, 1) ?? "")
        batch.kinds.append(last.0)
        batch.ids.append(last.1)
        batch.clocks.append(rows.integer(n, 2) ?? 0)
        batch.devices.append(rows.text(n, 3) ?? "")
        batch.bodies.append(rows.text(n, 4))
        batch.seqs.append(rows.integer(n, 5) ?? 0)
        batch.deletedAtMs.append(rows.integer(n, 6))
      }
      try body(batch)
    }
  }

  func events(of owner: CopyRows.Owner, _ body: (CopyRows.Events) throws -> Void) throws {
    var last: (device: String, file: Int64, offset: Int64) = ("", -1, -1)
    while true {
      let rows = try connection.run(
        """
        SELECT dev, file, "offset", at_ms, event, body, received_at_ms FROM event WHERE owner = $1 AND (dev, file, "offset") > ($2, $3, $4)
        ORDER BY dev, file, "offset" LIMIT $5
        """,
        [
          .text(owner.id), .text(last.device), .integer(last.file), .integer(last.offset), .integer(Int64(CopyRows.batchRows)),
        ])
      if rows.count == 0 { return }
      var batch = CopyRows.Events()
      for n in 0..<rows.count {
        last = (rows.text(n, 0) ?? "", rows.integer(n, 1) ?? 0, rows.integer(n, 2) ?? 0)
        batch.devices.append(last.device)
        batch.files.append(last.file)
        batch.offsets.append(last.offset)
        batch.atMs.append(rows.integer(n, 3) ?? 0)
        batch.names.append(rows.text(n, 4) ?? "")
        batch.bodies.append(rows.text(n, 5) ?? "")
        batch.receivedAtMs.append(rows.integer(n, 6) ?? 0)
      }
      try body(batch)
    }
  }

  // MARK: -

  /// The most rows of a batch, and bytes of bodies before its last row: libpq holds all rows at once.
  private static let bounds: [PostgresValue] = [.integer(Int64(CopyRows.batchRows)), .integer(Int64(CopyRows.batchBytes))]

  private func data(_ rows: PostgresRows, _ row: Int, _ column: Int) -> Data { Data(rows.bytes(row, column) ?? []) }
}

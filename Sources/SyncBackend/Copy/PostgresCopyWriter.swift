import Postgres

/// An empty PostgreSQL database that a copy fills in one transaction: it is there whole once `finish` returns, and until then not at all.
final class PostgresCopyWriter: CopyWriter {
  private let connection: PostgresConnection
  /// The database's epoch; `nil` = each node has its own.
  private let epoch: String?

  /// Opens the database, makes its tables, and begins the transaction. Throws when there are users in it.
  ///
  /// - Parameters:
  ///   - text: the connection URI.
  ///   - nowMs: milliseconds since 1970.
  init(_ text: String, nowMs: Int64) throws(BackendError) {
    // Makes the tables, as for a server.
    _ = try PostgresDatabase(text, connections: 1, now: { nowMs })
    (connection, epoch) = try BackendError.telling {
      // A batch may wait for the disk.
      let connection = try PostgresConnection(PostgresAddress(text), exchangeMs: 300_000)
      let epoch = try PostgresEpochs.current(connection, nowMs: nowMs)
      try connection.run("BEGIN")
      // No user is added meanwhile.
      try connection.run("LOCK TABLE owner, user_name IN SHARE ROW EXCLUSIVE MODE")
      let isEmpty = try connection.run("SELECT NOT EXISTS(SELECT 1 FROM owner) AND NOT EXISTS(SELECT 1 FROM user_name)").integer(0, 0) == 1
      guard isEmpty else {
        throw BackendError(
          .notEmpty, "the database has users already", hint: "copy to an empty one: createdb --owner=USER --encoding=UTF8 NAME")
      }
      // One of an earlier copy of an empty database.
      try PostgresMoveMark.set(false, nowMs: nowMs, connection)
      return (connection, epoch)
    }
  }

  /// Makes all of it last.
  func finish() throws { try connection.run("COMMIT") }

  func note(seenMs: Int64) throws {
    try connection.run(
      "INSERT INTO server(one, seen_ms) VALUES (1, $1) ON CONFLICT(one) DO UPDATE SET seen_ms = greatest(server.seen_ms, excluded.seen_ms)",
      [.integer(seenMs)])
  }

  func add(_ record: AuditRecord) throws { try PostgresAudit.insert(record, connection) }

  /// Nothing is left to do: shares come with owners.
  func finish(_ owner: CopyRows.Owner) throws {}

  /// Adds an owner, whose epoch is the database's.
  func add(_ owner: CopyRows.Owner) throws {
    _ = try connection.run([
      .init("INSERT INTO user_name(name, owner) VALUES ($1, $2)", [.text(owner.name), .text(owner.id)]),
      .init(
        """
        INSERT INTO owner(id, name, seq, purged_seq, now_ms, bytes, records, epoch, created_at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """,
        [
          .text(owner.id), .text(owner.name), .integer(owner.seq), .integer(owner.purgedSeq), .integer(owner.nowMs),
          .integer(owner.share.bytes), .integer(owner.share.records), .text(PostgresEpochs.first(of: owner.id, in: epoch)),
          .integer(owner.createdAtMs),
        ]),
    ])
  }

  func add(_ token: CopyRows.Token, of owner: CopyRows.Owner) throws {
    switch token {
    case .token(let hash, let createdAtMs, let expiresAtMs, let parent, let family, let scope, let usedHourMs):
      try connection.run(
        """
        INSERT INTO token(sha256, owner, created_at_ms, expires_at_ms, parent, family, scope, used_hour_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """,
        [
          .bytes(hash), .text(owner.id), .integer(createdAtMs), .integer(expiresAtMs), .bytes(parent), .bytes(family), .text(scope),
          .integer(usedHourMs),
        ])
    case .refresh(let hash, let token, let lifetimeMs, let createdAtMs, let family, let usedAtMs, let scope):
      try connection.run(
        """
        INSERT INTO refresh_token(sha256, owner, token, lifetime_ms, created_at_ms, family, used_at_ms, scope)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """,
        [
          .bytes(hash), .text(owner.id), .bytes(token), .integer(lifetimeMs), .integer(createdAtMs), .bytes(family), .integer(usedAtMs),
          .text(scope),
        ])
    }
  }

  func add(_ device: CopyRows.Device, of owner: CopyRows.Owner) throws {
    try connection.run(
      "INSERT INTO device(owner, dev, last, sha256, answer, seen_at_ms) VALUES ($1, $2, $3, $4, $5, $6)",
      [
        .text(owner.id), .text(device.name), .integer(device.last), .bytes(device.sha256), .bytes(device.answer), .integer(device.seenAtMs),
      ])
  }

  func add(_ epoch: CopyRows.Epoch, of owner: CopyRows.Owner) throws {
    try connection.run(
      "INSERT INTO owner_epoch(owner, epoch, closed_at) VALUES ($1, $2, $3)", [.text(owner.id), .text(epoch.name), .integer(epoch.end)])
  }

  func add(_ rows: CopyRows.Records, of owner: CopyRows.Owner) throws {
    try connection.run(
      """
      INSERT INTO rec(owner, kind, id, hlc, dev, body, seq, deleted_at_ms)
      SELECT $1::uuid, kind, id, hlc, dev, body, seq, deleted_at_ms
      FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
        AS t(kind, id, hlc, dev, body, seq, deleted_at_ms)
      """,
      [
        .text(owner.id), .texts(rows.kinds), .texts(rows.ids), .integers(rows.clocks), .texts(rows.devices),
        .texts(rows.bodies.map { $0.map { ArraySlice($0.utf8) } }), .integers(rows.seqs), .integers(rows.deletedAtMs),
      ])
  }

  func add(_ rows: CopyRows.Events, of owner: CopyRows.Owner) throws {
    try connection.run(
      """
      INSERT INTO event(owner, dev, file, "offset", at_ms, event, body, received_at_ms)
      SELECT $1::uuid, dev, file, place, at_ms, event, body, received_at_ms
      FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::bigint[])
        AS t(dev, file, place, at_ms, event, body, received_at_ms)
      """,
      [
        .text(owner.id), .texts(rows.devices), .integers(rows.files), .integers(rows.offsets), .integers(rows.atMs), .texts(rows.names),
        .texts(rows.bodies), .integers(rows.receivedAtMs),
      ])
  }
}

import GRDB

/// Fills a folder's empty file, in the transaction of a connection: it is there whole once that is committed, and until then not at all.
///
/// An owner's epoch is a new one of the file. Those of the source end at the owner's counter.
final class SQLiteCopyWriter: CopyWriter {
  private let db: Database
  /// The key of the owner's rows.
  private var number: Int64 = 0

  /// A writer on a connection in a transaction. Throws when there are users in the file.
  init(_ db: Database) throws {
    self.db = db
    guard try Bool.fetchOne(db, sql: "SELECT EXISTS(SELECT 1 FROM owner)") == false else { throw BackendError.folderNotEmpty }
    // One of an earlier copy of an empty folder.
    try MoveMark.remove(db)
  }

  func note(seenMs: Int64) throws {
    try db.execute(
      sql: "INSERT INTO server(one, seen_ms) VALUES (1, ?1) ON CONFLICT DO UPDATE SET seen_ms = max(seen_ms, ?1)", arguments: [seenMs])
  }

  func add(_ record: AuditRecord) throws { try SQLiteAudit.add(record, db) }

  func add(_ owner: CopyRows.Owner) throws {
    try db.execute(
      sql: "INSERT INTO owner(id, name, seq, purged_seq, now_ms, epoch, created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)",
      arguments: [owner.id, owner.name, owner.seq, owner.purgedSeq, owner.nowMs, Epochs.first(), owner.createdAtMs])
    number = db.lastInsertedRowID
  }

  func add(_ token: CopyRows.Token, of owner: CopyRows.Owner) throws {
    switch token {
    case .token(let hash, let createdAtMs, let expiresAtMs, let parent, let family, let scope, let usedHourMs):
      try execute(
        """
        INSERT INTO token(sha256, owner, created_at_ms, expires_at_ms, parent, family, scope, used_hour_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, [hash, number, createdAtMs, expiresAtMs, parent, family, scope, usedHourMs])
    case .refresh(let hash, let token, let lifetimeMs, let createdAtMs, let family, let usedAtMs, let scope):
      try execute(
        """
        INSERT INTO refresh_token(sha256, owner, token, lifetime_ms, created_at_ms, family, used_at_ms, scope)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, [hash, number, token, lifetimeMs, createdAtMs, family, usedAtMs, scope])
    }
  }

  func add(_ device: CopyRows.Device, of owner: CopyRows.Owner) throws {
    try execute(
      "INSERT INTO device(owner, dev, last, sha256, answer, seen_at_ms) VALUES (?, ?, ?, ?, ?, ?)",
      [number, device.name, device.last, device.sha256, device.answer, device.seenAtMs])
  }

  func add(_ epoch: CopyRows.Epoch, of owner: CopyRows.Owner) throws {
    try execute("INSERT INTO epoch(owner, epoch, closed_at) VALUES (?, ?, ?)", [number, epoch.name, epoch.end])
  }

  func add(_ rows: CopyRows.Records, of owner: CopyRows.Owner) throws {
    for n in 0..<rows.count {
      try execute(
        "INSERT INTO rec(owner, kind, id, hlc, dev, body, seq, deleted_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [number, rows.kinds[n], rows.ids[n], rows.clocks[n], rows.devices[n], rows.bodies[n], rows.seqs[n], rows.deletedAtMs[n]])
    }
  }

  func add(_ rows: CopyRows.Events, of owner: CopyRows.Owner) throws {
    for n in 0..<rows.count {
      try execute(
        #"INSERT INTO event(owner, dev, file, "offset", at_ms, event, body, received_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"#,
        [
          number, rows.devices[n], rows.files[n], rows.offsets[n], rows.atMs[n], rows.names[n], rows.bodies[n], rows.receivedAtMs[n],
        ])
    }
  }

  /// Sets the owner's share: triggers have counted a part of the rows.
  func finish(_ owner: CopyRows.Owner) throws {
    try execute("UPDATE owner SET bytes = ?, records = ? WHERE n = ?", [owner.share.bytes, owner.share.records, number])
  }

  private func execute(_ sql: String, _ arguments: StatementArguments) throws {
    try db.cachedStatement(sql: sql).execute(arguments: arguments)
  }
}

extension BackendError {
  /// The error for the folder of a copy that has users.
  static let folderNotEmpty = BackendError(
    .notEmpty, "the folder has users already", hint: "copy to a new one: --to DIR makes a folder that isn't there")
}

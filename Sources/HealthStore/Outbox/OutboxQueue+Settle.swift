import BulkSQL
import Digests
import GRDB
import HealthModel

extension OutboxQueue {
  /// The result of settling a push.
  package struct Settled: Sendable, Equatable {
    /// Accepted records.
    package var accepted = 0
    /// Rejected records that were put aside.
    package var quarantined = 0
    /// Records that came back in a newer version.
    package var superseded = 0
    /// Local edits that a newer version replaced; they are kept in `conflict`.
    package var conflicts = 0
  }

  /// Does all that a valid answer means, and forgets the body in flight.
  ///
  /// An accepted record leaves the outbox only if it wasn't edited since it was sent. A rejected one goes to `quarantine` with its reason, or
  /// stays if it was edited. A newer version replaces the row.
  ///
  /// - Parameters:
  ///   - sent: The records of the body.
  ///   - push: The body's number; becomes this device's last.
  ///   - backendState: The backend's state from now on.
  ///   - atMs: Now, in milliseconds since 1970.
  package func settle(_ sent: [SyncRecord], push: PushNumber, outcome: SyncOutcome, backendState: String, atMs: Int64) throws(StoreError)
    -> Settled
  {
    try library.write { db in
      var apply = try Applier(db, library.tables, atMs: atMs)
      let result = try OutboxQueue.settle(sent, outcome: outcome, with: &apply, in: db, atMs: atMs)
      try apply.finish()
      if !outcome.restamped.isEmpty { try OutboxQueue.lowerClock(atMs: atMs, in: db) }
      try db.execute(sql: "DELETE FROM in_flight")
      try db.execute(sql: "UPDATE sync_state SET push_no = ?1", arguments: [push.value])
      try OutboxQueue.remember(backendState, in: db)
      return result
    }
  }

  /// Puts the one record in flight aside, and forgets the body in flight, which was not committed.
  package func quarantineFlight(
    _ record: SyncRecord, code: String, message: String, backendState: String, atMs: Int64
  ) throws(StoreError) {
    try library.write { db in
      try OutboxQueue.quarantine(record, code: code, message: message, atMs: atMs, in: db)
      try db.execute(sql: "DELETE FROM in_flight")
      try OutboxQueue.remember(backendState, in: db)
    }
  }

  /// Removes records from the outbox that can't be sent to the backend, as if it had accepted them.
  ///
  /// - Returns: The records that the backend has in an older version, and will keep.
  package func settleUntold(_ records: [SyncRecord], atMs: Int64) throws(StoreError) -> [SyncRecord] {
    try library.write { db in
      let known = try records.filter { record in
        try Bool.fetchOne(
          db, sql: "SELECT EXISTS (SELECT 1 FROM version WHERE kind = ?1 AND id = ?2 AND hash IS NOT NULL)",
          arguments: [record.kind, record.id]) ?? false
      }
      var apply = try Applier(db, library.tables, atMs: atMs)
      _ = try OutboxQueue.settle(records, outcome: SyncOutcome(), with: &apply, in: db, atMs: atMs)
      try apply.finish()
      return known
    }
  }
}

// MARK: - Inside the transaction

extension OutboxQueue {
  private static func settle(
    _ sent: [SyncRecord], outcome: SyncOutcome, with apply: inout Applier, in db: Database, atMs: Int64
  ) throws -> Settled {
    var result = Settled()
    let rejected = Dictionary(outcome.rejected.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let superseded = Dictionary(outcome.superseded.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let restamped = Dictionary(outcome.restamped.map { ($0.key, $0.hlc) }, uniquingKeysWith: { first, _ in first })
    let isPlain = rejected.isEmpty && superseded.isEmpty && restamped.isEmpty
    let acknowledge = try Acknowledger(db)
    for record in sent {
      if isPlain {
        try acknowledge(record, as: record.hlc)
        result.accepted += 1
      } else if let rejection = rejected[record.key] {
        if try quarantine(record, code: rejection.code, message: rejection.message, atMs: atMs, in: db) { result.quarantined += 1 }
      } else if let winner = superseded[record.key] {
        result.superseded += 1
        if try apply.settle(record, supersededBy: winner) { result.conflicts += 1 }
      } else {
        try acknowledge(record, as: restamped[record.key] ?? record.hlc)
        result.accepted += 1
      }
    }
    return result
  }

  /// Moves a record from the outbox to `quarantine`. Nothing happens, and `false` comes back, if it was edited since it was sent.
  @discardableResult
  static func quarantine(_ record: SyncRecord, code: String, message: String, atMs: Int64, in db: Database) throws -> Bool {
    try db.execute(sql: "DELETE FROM outbox WHERE kind = ?1 AND id = ?2 AND hlc = ?3", arguments: [record.kind, record.id, record.hlc])
    guard db.changesCount > 0 else { return false }
    try db.execute(
      sql: "INSERT OR REPLACE INTO quarantine(kind, id, hlc, code, message, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      arguments: [record.kind, record.id, record.hlc, code, message, atMs])
    return true
  }

  /// Lowers the clock after a restamp: it becomes the largest HLC in use; agreed versions count as far as they may set
  /// the clock.
  private static func lowerClock(atMs: Int64, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE sync_state SET hlc = max(min(coalesce((SELECT max(hlc) FROM version), 0), ?1), coalesce((SELECT max(hlc) FROM outbox), 0),
          coalesce((SELECT max(hlc) FROM quarantine), 0))
        """, arguments: [RecordClock.farthest(atMs: atMs)])
  }
}

/// Removes accepted records from the outbox and records the agreed versions. Its statements run once per record.
private struct Acknowledger {
  private let remove: BulkStatement
  private let agree: BulkStatement
  private let raise: BulkStatement
  private let release: BulkStatement?
  private let device: String

  init(_ db: Database) throws {
    device = try OutboxQueue.device(in: db)
    remove = try BulkStatement("DELETE FROM outbox WHERE kind = ?1 AND id = ?2 AND hlc = ?3", in: db)
    agree = try BulkStatement(
      """
      INSERT INTO version(kind, id, hlc, dev, hash) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT(kind, id)
      DO UPDATE SET hlc = excluded.hlc, dev = excluded.dev, hash = excluded.hash WHERE (excluded.hlc, excluded.dev) >= (hlc, dev)
      """, in: db)
    raise = try BulkStatement(
      "UPDATE outbox SET hlc = min(?3, \(RecordClock.ceiling)) + 1 WHERE kind = ?1 AND id = ?2 AND hlc <= ?3", in: db)
    let isEmpty = try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM quarantine)") ?? true
    release = isEmpty ? nil : try BulkStatement("DELETE FROM quarantine WHERE kind = ?1 AND id = ?2 AND hlc <= ?3", in: db)
    for table in ["outbox", "version", "quarantine"] { try db.notifyChanges(in: Table(table)) }
  }

  /// The backend has `record`, under `hlc`.
  func callAsFunction(_ record: SyncRecord, as hlc: Int64) throws {
    // An edit made since it was sent stays, and must be newer than what is agreed.
    let isEdited = try run(remove, record, record.hlc) == 0
    agree.bind(record.dev ?? device, at: 4)
    agree.bind(OutboxQueue.hash(of: record.content), at: 5)
    try run(agree, record, hlc)
    if isEdited { try run(raise, record, hlc) }
    if let release { try run(release, record, hlc) }
  }

  @discardableResult
  private func run(_ statement: BulkStatement, _ record: SyncRecord, _ hlc: Int64) throws -> Int {
    statement.bind(record.kind, at: 1)
    statement.bind(record.id, at: 2)
    statement.bind(hlc, at: 3)
    return try statement.run()
  }
}

extension OutboxQueue {
  /// Returns the value of `version.hash`: the first 128 bits of SHA-256 over the record's JSON. `nil` for a deleted
  /// record.
  static func hash(of content: SyncRecord.Content) -> [UInt8]? {
    guard case .put(let text) = content else { return nil }
    return Array(SHA256.of(text).prefix(16))
  }
}

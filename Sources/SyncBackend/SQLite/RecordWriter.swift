import BulkSQL
import GRDB

/// Writes one owner's records within a transaction: the last writer wins, by version.
///
/// Make one per transaction, apply records in order, then `finish`.
struct RecordWriter {
  private let db: Database
  private let owner: Owner
  private let limits: BackendLimits
  private let upsert: BulkStatement
  private let stored: Statement
  /// The owner's counter: the `seq` of what was written last.
  private(set) var seq: Int64
  /// The server's time; see `ServerClock.time(_:stored:)`.
  let nowMs: Int64
  /// The owner's share before.
  private let share: Share
  /// The server's row, and the owner's counter and epoch before.
  private let before: Before
  /// Bytes and records that were written.
  private var written: (bytes: Int64, records: Int64) = (0, 0)

  /// What was there before.
  private struct Before {
    let seq: Int64
    let epoch: String
    /// The server's epoch, and when it was last noted that it runs; `nil` when none has run yet.
    let server: (epoch: String, seenMs: Int64)?
    /// The server's clock now.
    let clockMs: Int64
  }

  /// The milliseconds after which a running server notes again when it was last there: a day, of the 366 that it may be away
  /// (`ServerClock.longestAbsence`).
  private static let noteAgainMs: Int64 = 86_400_000

  /// The result of writing a record.
  typealias Outcome = PushResult.Outcome

  /// A writer for an owner. Throws when they were deleted meanwhile, or the token of the request was revoked.
  init(_ db: Database, owner: Owner, limits: BackendLimits, nowMs: Int64) throws {
    share = try Share(db, owner: owner)
    let facts = try db.cachedStatement(
      sql: "SELECT owner.seq, now_ms, owner.epoch, server.epoch, seen_ms FROM owner LEFT JOIN server WHERE n = ?")
    guard let row = try Row.fetchOne(facts, arguments: [owner.number]) else { throw StoreError.unauthorized }
    self.db = db
    self.owner = owner
    self.limits = limits
    self.seq = try row.value(0)
    self.nowMs = ServerClock.time(nowMs, stored: try row.value(1))
    let (epoch, seenMs): (String?, Int64?) = (try row.value(3), try row.value(4))
    before = Before(
      seq: seq, epoch: try row.value(2), server: epoch.flatMap { epoch in seenMs.map { (epoch, $0) } }, clockMs: nowMs)
    self.upsert = try BulkStatement(
      """
      INSERT INTO rec(owner, kind, id, hlc, dev, body, seq, deleted_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(owner, kind, id) DO UPDATE SET
        hlc = excluded.hlc, dev = excluded.dev, body = excluded.body, seq = excluded.seq, deleted_at_ms = excluded.deleted_at_ms
      WHERE (excluded.hlc, excluded.dev) > (rec.hlc, rec.dev)
      """, in: db)
    upsert.bind(owner.number, at: 1)
    self.stored = try db.cachedStatement(sql: "SELECT hlc, dev, body FROM rec WHERE owner = ? AND kind = ? AND id = ?")
  }

  /// Throws when so many more bytes could exceed the quota. Called before any change, because other requests share
  /// the transaction and would have to be repeated.
  func requireRoom(forBytes count: Int) throws { try share.requireRoom(forBytes: Int64(count), limits: limits) }

  /// Stores one record unless the database has a newer one.
  mutating func apply(_ record: PushedRecord) throws -> Outcome {
    // The statement compares versions itself, so that the stored one is read only of what it refused.
    if record.version.ms <= nowMs + limits.maxSkewMs, try write(record, version: record.version) { return .stored }
    let winner = try winner(over: record)
    switch RecordVerdict(record.version, over: winner?.version, nowMs: nowMs, maxSkewMs: limits.maxSkewMs) {
    case .restamped(let hlc):
      _ = try write(record, version: RecordVersion(hlc: hlc, device: record.version.device))
      return .restamped(hlc: hlc)
    case .superseded: return winner.map { .superseded($0) } ?? .known
    case .known, .stored: return .known
    }
  }

  /// Writes the owner's counter, time and share. Throws when that is more than it may be.
  func finish() throws {
    let epoch = before.server.map { CursorRule.epochName(of: $0.epoch, owner: owner.id) } ?? before.epoch
    if epoch != before.epoch { try Epochs.close(before.epoch, at: before.seq, db, owner: owner.number) }
    let statement = try db.cachedStatement(
      sql: "UPDATE owner SET seq = ?, now_ms = ?, bytes = bytes + ?, records = records + ?, epoch = ? WHERE n = ?")
    try statement.execute(arguments: [seq, nowMs, written.bytes, written.records, epoch, owner.number])
    if let server = before.server, before.clockMs - server.seenMs > RecordWriter.noteAgainMs {
      try db.execute(sql: "UPDATE server SET seen_ms = ?", arguments: [before.clockMs])
    }
    try Share(db, owner: owner).requireRoom(since: share, limits: limits)
  }

  /// Returns the stored record with the kind and id of `record`; `nil` when there is none.
  func winner(over record: PushedRecord) throws -> StoredRecord? {
    try Row.fetchOne(stored, arguments: [owner.number, record.kind, record.id]).map {
      try StoredRecord(kind: record.kind, id: record.id, version: RecordVersion(hlc: $0.value(0), device: $0.value(1)), body: $0.value(2))
    }
  }

  /// Whether the record was larger than what was there, and so was written.
  private mutating func write(_ record: PushedRecord, version: RecordVersion) throws -> Bool {
    upsert.bind(record.kind, at: 2)
    upsert.bind(record.id, at: 3)
    upsert.bind(version.hlc, at: 4)
    upsert.bind(version.device, at: 5)
    upsert.bind(seq + 1, at: 7)
    upsert.bind(record.body == nil ? nowMs : nil, at: 8)
    guard try upsert.run(with: record.body, at: 6) > 0 else { return false }
    seq += 1
    written.records += 1
    written.bytes += Share.bytes(ofRecord: record.id, body: record.body)
    return true
  }
}

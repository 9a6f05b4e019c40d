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
  /// The server's time: its clock, or the last time it stored for this owner if that is up to a week later (a clock that was put back). A later one
  /// was a clock that was wrong then.
  let nowMs: Int64
  /// The owner's share before.
  private let quota: Quota
  /// Bytes and records that were written.
  private var written: (bytes: Int64, records: Int64) = (0, 0)

  /// The result of writing a record.
  enum Outcome {
    /// Stored, or there in this very version before.
    case accepted(isNew: Bool)
    /// Stored with another clock, as its own lies too far in the future.
    case restamped(hlc: Int64)
    /// The server has this, which is newer.
    case superseded(StoredRecord)
  }

  /// A writer for an owner. Throws 401 when they were deleted meanwhile, or the token of the request was revoked.
  init(_ db: Database, owner: Owner, limits: BackendLimits, nowMs: Int64) throws {
    quota = try Quota(db, owner: owner, limits: limits)
    let row = try Row.fetchOne(db, sql: "SELECT seq, now_ms FROM owner WHERE n = ?", arguments: [owner.number])
    guard let row else { throw Refusal.unauthorized }
    self.db = db
    self.owner = owner
    self.limits = limits
    self.seq = try row.value(0)
    let stored: Int64 = try row.value(1)
    self.nowMs = (nowMs...nowMs + ServerClock.longestStep).contains(stored) ? stored : nowMs
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

  /// Throws 507 when so many more bytes could exceed the quota. Called before any change, because other requests share
  /// the transaction and would have to be repeated.
  func requireRoom(forBytes count: Int) throws { try quota.requireRoom(forBytes: Int64(count)) }

  /// Stores one record unless the server has a newer one.
  mutating func apply(_ record: PushedRecord) throws -> Outcome {
    guard record.version.ms <= nowMs + limits.maxSkewMs else { return try applyFromTheFuture(record) }
    if try write(record, version: record.version) { return .accepted(isNew: true) }
    guard let winner = try self.winner(over: record), winner.version != record.version else { return .accepted(isNew: false) }
    return .superseded(winner)
  }

  /// Writes the owner's counter, time and share. Throws 507 when that is more than it may be.
  func finish() throws {
    let statement = try db.cachedStatement(
      sql: "UPDATE owner SET seq = ?, now_ms = ?, bytes = bytes + ?, records = records + ? WHERE n = ?")
    try statement.execute(arguments: [seq, nowMs, written.bytes, written.records, owner.number])
    try Quota(db, owner: owner, limits: limits).requireRoom(since: quota)
  }

  /// Returns the stored record with the kind and id of `record`; `nil` when there is none.
  func winner(over record: PushedRecord) throws -> StoredRecord? {
    try Row.fetchOne(stored, arguments: [owner.number, record.kind, record.id]).map {
      try StoredRecord(kind: record.kind, id: record.id, version: RecordVersion(hlc: $0.value(0), device: $0.value(1)), body: $0.value(2))
    }
  }

  /// A clock that runs ahead would win over every later edit elsewhere: what it wins is stored as of now instead.
  private mutating func applyFromTheFuture(_ record: PushedRecord) throws -> Outcome {
    var version = record.version
    version.hlc = RecordVersion.clock(atMs: nowMs)
    if let winner = try winner(over: record) {
      if winner.version == record.version { return .accepted(isNew: false) }
      if winner.version > record.version { return .superseded(winner) }
      version.hlc = max(version.hlc, winner.version.hlc + 1)
    }
    _ = try write(record, version: version)
    return .restamped(hlc: version.hlc)
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
    written.bytes += Int64((record.body?.count ?? 0) + record.id.utf8.count) + Quota.bytesPerRecord
    return true
  }
}

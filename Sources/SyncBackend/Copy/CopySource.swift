import BulkSQL
import FoundationEssentials
import GRDB

/// Reads the rows of a folder's file for a copy, of one owner at a time and in small batches, from one snapshot.
enum CopySource {
  /// Rows of a batch, at most.
  private static let batchRows = 2000
  /// Bytes of texts in a batch, after which it ends.
  private static let batchBytes = 2 << 20

  /// An owner's row.
  struct OwnerRow: Sendable {
    let number: Int64
    let id: String
    let name: String
    let seq: Int64
    let purgedSeq: Int64
    let nowMs: Int64
    let createdAtMs: Int64
    let share: Share
  }

  /// A row of `token`, or of `refresh_token`.
  enum TokenRow: Sendable {
    /// `parent` and `family` as in the table.
    case token(hash: Data, createdAtMs: Int64, expiresAtMs: Int64?, parent: Data?, family: Data?)
    /// `token` is the hash of the one it was issued with.
    case refresh(hash: Data, token: Data, lifetimeMs: Int64, createdAtMs: Int64, family: Data, usedAtMs: Int64?)
  }

  /// A row of `device`.
  struct DeviceRow: Sendable {
    let name: String
    let last: Int64
    let sha256: Data
    let answer: Data
    let seenAtMs: Int64
  }

  /// An epoch that is known by its name in cursors, and the owner's counter at its end.
  struct EpochRow: Sendable {
    let name: String
    let end: Int64
  }

  /// Records, column by column.
  struct RecordRows: CopyBatch {
    var kinds: [String] = []
    var ids: [String] = []
    var clocks: [Int64] = []
    var devices: [String] = []
    var bodies: [String?] = []
    var seqs: [Int64] = []
    var deletedAtMs: [Int64?] = []

    var count: Int { seqs.count }

    mutating func add(_ row: Row) throws -> Int {
      let body: String? = try row.value(4)
      try kinds.append(row.value(0))
      try ids.append(row.value(1))
      try clocks.append(row.value(2))
      try devices.append(row.value(3))
      bodies.append(body)
      try seqs.append(row.value(5))
      try deletedAtMs.append(row.value(6))
      return body?.utf8.count ?? 0
    }
  }

  /// Events, column by column.
  struct EventRows: CopyBatch {
    var devices: [String] = []
    var files: [Int64] = []
    var offsets: [Int64] = []
    var atMs: [Int64] = []
    var names: [String] = []
    var bodies: [String] = []
    var receivedAtMs: [Int64] = []

    var count: Int { files.count }

    mutating func add(_ row: Row) throws -> Int {
      let body: String = try row.value(5)
      try devices.append(row.value(0))
      try files.append(row.value(1))
      try offsets.append(row.value(2))
      try atMs.append(row.value(3))
      try names.append(row.value(4))
      bodies.append(body)
      try receivedAtMs.append(row.value(6))
      return body.utf8.count
    }
  }

  /// The rows that there are.
  static func counts(_ db: Database) throws -> CopyCounts {
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

  /// All owners, in the order in which they were added.
  static func owners(_ db: Database) throws -> [OwnerRow] {
    try Row.fetchAll(db, sql: "SELECT n, id, name, seq, purged_seq, now_ms, created_at_ms, bytes, records FROM owner ORDER BY n").map {
      try OwnerRow(
        number: $0.value(0), id: $0.value(1), name: $0.value(2), seq: $0.value(3), purgedSeq: $0.value(4), nowMs: $0.value(5),
        createdAtMs: $0.value(6), share: Share(bytes: $0.value(7), records: $0.value(8)))
    }
  }

  /// An owner's tokens. One of an older version has no family until it is exchanged: the refresh token that began it is its name.
  static func tokens(of owner: OwnerRow, _ db: Database, _ body: (TokenRow) throws -> Void) throws {
    let tokens = try Row.fetchCursor(
      db, sql: "SELECT sha256, created_at_ms, expires_at_ms, parent, coalesce(family, parent) FROM token WHERE owner = ?",
      arguments: [owner.number])
    while let row = try tokens.next() {
      try body(
        .token(
          hash: row.value(0), createdAtMs: row.value(1), expiresAtMs: row.value(2), parent: row.value(3), family: row.value(4)))
    }
    let refreshTokens = try Row.fetchCursor(
      db,
      sql: """
        SELECT sha256, token, lifetime_ms, created_at_ms, coalesce(family, sha256), used_at_ms FROM refresh_token WHERE owner = ?
        """, arguments: [owner.number])
    while let row = try refreshTokens.next() {
      try body(
        .refresh(
          hash: row.value(0), token: row.value(1), lifetimeMs: row.value(2), createdAtMs: row.value(3), family: row.value(4),
          usedAtMs: row.value(5)))
    }
  }

  /// An owner's devices.
  static func devices(of owner: OwnerRow, _ db: Database, _ body: (DeviceRow) throws -> Void) throws {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT dev, last, sha256, answer, seen_at_ms FROM device WHERE owner = ?", arguments: [owner.number])
    while let row = try rows.next() {
      try body(DeviceRow(name: row.value(0), last: row.value(1), sha256: row.value(2), answer: row.value(3), seenAtMs: row.value(4)))
    }
  }

  /// An owner's epochs; that of their last write ends at the owner's counter.
  static func epochs(of owner: OwnerRow, _ db: Database) throws -> [EpochRow] {
    try Row.fetchAll(
      db, sql: "SELECT epoch, closed_at FROM epoch WHERE owner = ?1 UNION ALL SELECT epoch, seq FROM owner WHERE n = ?1",
      arguments: [owner.number]
    ).map {
      try EpochRow(name: $0.value(0), end: $0.value(1))
    }
  }

  /// An owner's records in the order of their keys.
  static func records(of owner: OwnerRow, _ db: Database, _ body: (RecordRows) throws -> Void) throws {
    try batches(
      Row.fetchCursor(
        db, sql: "SELECT kind, id, hlc, dev, body, seq, deleted_at_ms FROM rec WHERE owner = ? ORDER BY kind, id", arguments: [owner.number]
      ),
      body)
  }

  /// An owner's events.
  static func events(of owner: OwnerRow, _ db: Database, _ body: (EventRows) throws -> Void) throws {
    try batches(
      Row.fetchCursor(
        db, sql: #"SELECT dev, file, "offset", at_ms, event, body, received_at_ms FROM event WHERE owner = ?"#, arguments: [owner.number]),
      body)
  }

  private static func batches<Batch: CopyBatch>(_ rows: RowCursor, _ body: (Batch) throws -> Void) throws {
    var batch = Batch()
    var bytes = 0
    while let row = try rows.next() {
      bytes += try batch.add(row)
      guard batch.count == batchRows || bytes >= batchBytes else { continue }
      try body(batch)
      (batch, bytes) = (Batch(), 0)
    }
    if batch.count > 0 { try body(batch) }
  }
}

/// Rows that are copied at once.
protocol CopyBatch: Sendable {
  init()
  /// The number of rows.
  var count: Int { get }
  /// Adds a row, and returns the bytes of its longest text.
  mutating func add(_ row: Row) throws -> Int
}

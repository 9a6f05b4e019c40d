import GRDB
import GRDBSQLite

extension OutboxQueue {
  /// Records that wait, those of the last two days first (newest first), then the rest (oldest first), as far as they fit.
  ///
  /// - Parameters:
  ///   - maxBytes: Most bytes by `size` in all; the first record always fits.
  ///   - maxRecords: Most records.
  ///   - kinds: Only these; `nil` = all.
  ///   - size: How many bytes a record takes.
  /// - Throws: code `.unexpected` if SQLite can't make JSON of one of the rows; see `quarantineUnreadable`.
  package func batch(maxBytes: Int, maxRecords: Int, kinds: [String]? = nil, size: (SyncRecord) -> Int) throws(StoreError) -> [SyncRecord] {
    try library.read { db in
      var batch = Batch(maxBytes: maxBytes, maxRecords: maxRecords, kinds: kinds)
      let device = try OutboxQueue.device(in: db)
      for lane in [0, 1] where !batch.isFull { try batch.read(lane: lane, device: device, from: db, size: size) }
      return batch.records
    }
  }

  static func device(in db: Database) throws -> String { try String.fetchOne(db, sql: "SELECT device FROM sync_state") ?? "" }

  /// Asks for each waiting record alone, and puts those aside that SQLite can't make JSON of: one such row spoils a whole batch.
  package func quarantineUnreadable(atMs: Int64) throws(StoreError) -> [SyncOutcome.Rejection] {
    try library.write { db in
      try Row.fetchAll(db, sql: "SELECT kind, id, hlc FROM outbox").compactMap { row in
        let record = SyncRecord(kind: row[0], id: row[1], hlc: row[2], dev: nil, content: .withheld)
        do {
          _ = try SyncedTable.of(kind: record.kind)?.json(of: record.id, in: db)
          return nil
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
          let reason = SyncOutcome.Rejection(
            kind: record.kind, id: record.id, code: "unreadable", message: "a column holds what JSON can't hold")
          try OutboxQueue.quarantine(record, code: reason.code, message: reason.message, atMs: atMs, in: db)
          return reason
        }
      }
    }
  }
}

/// The one place that steps SQLite's statement by hand: three times as fast as rows, for the one query that sees every record.
private struct Batch {
  let maxBytes: Int
  let maxRecords: Int
  let kinds: [String]?
  private(set) var records: [SyncRecord] = []
  private(set) var isFull = false
  private var bytes = 0

  init(maxBytes: Int, maxRecords: Int, kinds: [String]?) {
    self.maxBytes = maxBytes
    self.maxRecords = maxRecords
    self.kinds = kinds
  }

  mutating func read(lane: Int, device: String, from db: Database, size: (SyncRecord) -> Int) throws {
    let statement = try db.cachedStatement(sql: Batch.query(lane: lane))
    try statement.setArguments([lane, device])
    let handle = statement.sqliteStatement
    defer { sqlite3_reset(handle) }
    while !isFull {
      let status = sqlite3_step(handle)
      if status == SQLITE_DONE { return }
      guard status == SQLITE_ROW else {
        throw DatabaseError(resultCode: ResultCode(rawValue: status), message: String(cString: sqlite3_errmsg(db.sqliteConnection)))
      }
      guard let kind = Batch.text(handle, 0), let id = Batch.text(handle, 1) else { continue }
      if let kinds, !kinds.contains(kind) { continue }
      let content = Batch.text(handle, 4).map(SyncRecord.Content.put) ?? .deleted
      let record = SyncRecord(kind: kind, id: id, hlc: sqlite3_column_int64(handle, 2), dev: Batch.text(handle, 3), content: content)
      add(record, bytes: size(record))
    }
  }

  private mutating func add(_ record: SyncRecord, bytes added: Int) {
    bytes += added
    guard records.isEmpty || bytes <= maxBytes else { return isFull = true }
    records.append(record)
    isFull = records.count >= maxRecords
  }

  /// The device of a version is told only when it isn't this one (`?2`): an older version that is offered again.
  private static func query(lane: Int) -> String {
    let live = SyncedTable.all.map { "WHEN '\($0.kind)' THEN (SELECT \($0.json(of: "t")) FROM \($0.name) AS t WHERE t.\($0.key) = o.id)" }
    return """
      SELECT o.kind, o.id, o.hlc, CASE WHEN v.hlc = o.hlc AND v.dev <> ?2 THEN v.dev END,
        CASE WHEN f.hlc = o.hlc THEN f.json ELSE coalesce(CASE o.kind \(live.joined(separator: " ")) END, f.json) END
      FROM outbox AS o
        LEFT JOIN version AS v ON v.kind = o.kind AND v.id = o.id
        LEFT JOIN foreign_record AS f ON f.kind = o.kind AND f.id = o.id
      WHERE o.lane = ?1 ORDER BY o.hlc \(lane == 0 ? "DESC" : "ASC")
      """
  }

  private static func text(_ handle: SQLiteStatement, _ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

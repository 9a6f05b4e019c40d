import BulkSQL
import GRDB

extension OutboxQueue {
  /// So many records of each lane: how far into the outbox a batch reached.
  package struct Lanes: Sendable, Equatable {
    /// Of the last two days.
    package var recent = 0
    /// Of the rest.
    package var rest = 0

    /// Nothing.
    package init() {}
  }

  /// Records to be sent together.
  package struct Batch: Sendable, Equatable {
    /// In the order of sending.
    package internal(set) var records: [SyncRecord] = []
    /// Of which lanes they are.
    package internal(set) var lanes = Lanes()
  }

  /// Returns queued records that fit, those of the last two days first (newest first), then the rest (oldest first).
  ///
  /// - Parameters:
  ///   - maxBytes: Maximum total bytes by `size`; the first record always fits.
  ///   - maxRecords: Maximum number of records.
  ///   - kinds: Only these, by names without quotes; `nil` = all.
  ///   - lanes: The part to skip, of these kinds: the previous batch, which is still in flight. An edit meanwhile can
  ///     change the order; then a record comes twice or later, which does no harm.
  ///   - size: Returns the number of bytes of a record.
  /// - Throws: code `.unreadableRow` if SQLite can't convert one of the rows to JSON; see `quarantineUnreadable`.
  package func batch(
    maxBytes: Int, maxRecords: Int, kinds: [String]? = nil, after lanes: Lanes = Lanes(), size: (SyncRecord) -> Int
  ) throws(StoreError) -> Batch {
    try library.read { db in
      var reader = BatchReader(maxBytes: maxBytes, maxRecords: maxRecords, kinds: kinds, tables: library.tables)
      let device = try OutboxQueue.device(in: db)
      reader.batch.lanes.recent = try reader.read(lane: 0, after: lanes.recent, device: device, from: db, size: size)
      reader.batch.lanes.rest = try reader.read(lane: 1, after: lanes.rest, device: device, from: db, size: size)
      return reader.batch
    }
  }

  static func device(in db: Database) throws -> String { try String.fetchOne(db, sql: "SELECT device FROM sync_state") ?? "" }

  /// Asks for each waiting record alone, and puts those aside that SQLite can't make JSON of: one such row spoils a whole batch.
  package func quarantineUnreadable(atMs: Int64) throws(StoreError) -> [SyncOutcome.Rejection] {
    let tables = library.tables
    return try library.write { db in
      try Row.fetchAll(db, sql: "SELECT kind, id, hlc FROM outbox").compactMap { row in
        let record = try SyncRecord(kind: row.value(0), id: row.value(1), hlc: row.value(2), dev: nil, content: .withheld)
        do {
          _ = try tables.of(kind: record.kind)?.json(of: record.id, in: db)
          return nil
        } catch let error as DatabaseError where StoreError.isAboutJSON(error) {
          let reason = SyncOutcome.Rejection(
            kind: record.kind, id: record.id, code: "unreadable", message: "a column contains a value that JSON can't represent")
          try OutboxQueue.quarantine(record, code: reason.code, message: reason.message, atMs: atMs, in: db)
          return reason
        }
      }
    }
  }
}

/// Reads lane after lane until the batch is full.
private struct BatchReader {
  let maxBytes: Int
  let maxRecords: Int
  let kinds: [String]?
  let tables: [SyncedTable]
  var batch = OutboxQueue.Batch()
  private var isFull = false
  private var bytes = 0

  init(maxBytes: Int, maxRecords: Int, kinds: [String]?, tables: [SyncedTable]) {
    self.maxBytes = maxBytes
    self.maxRecords = maxRecords
    self.kinds = kinds
    self.tables = tables
  }

  /// Adds what fits of a lane; returns how many that is.
  mutating func read(lane: Int, after skipped: Int, device: String, from db: Database, size: (SyncRecord) -> Int) throws -> Int {
    if isFull { return 0 }
    let before = batch.records.count
    let statement = try BulkStatement(query(lane: lane), in: db)
    statement.bind(Int64(lane), at: 1)
    statement.bind(device, at: 2)
    statement.bind(Int64(skipped), at: 3)
    defer { statement.reset() }
    while !isFull, try statement.step() {
      // A row without a valid key can't be sent; `DamagedRow` finds it.
      guard let kind = statement.exactText(0), let id = statement.exactText(1) else { continue }
      let content = statement.text(4).map(SyncRecord.Content.put) ?? .deleted
      let record = SyncRecord(kind: kind, id: id, hlc: statement.integer(2), dev: statement.text(3), content: content)
      add(record, bytes: size(record))
    }
    return batch.records.count - before
  }

  private mutating func add(_ record: SyncRecord, bytes added: Int) {
    bytes += added
    guard batch.records.isEmpty || bytes <= maxBytes else { return isFull = true }
    batch.records.append(record)
    isFull = batch.records.count >= maxRecords
  }

  /// Returns the query of a lane. The device of a version is included only when it isn't this one (`?2`): an older
  /// version that is offered again. Other kinds are skipped before their JSON is built: they may be many, and queued
  /// for long. The plus keeps SQLite on the index by lane and HLC: by kind it would have to sort.
  private func query(lane: Int) -> String {
    let named = kinds.map { names in "AND +o.kind IN (\(names.map { "'\($0)'" }.joined(separator: ",")))" } ?? ""
    let live = tables.map { "WHEN '\($0.kind)' THEN (SELECT \($0.json(of: "t")) FROM \($0.name) AS t WHERE t.\($0.key) = o.id)" }
    let chunk = "WHEN '\(SampleChunks.table.kind)' THEN (\(SampleChunks.json(of: "o.id")))"
    return """
      SELECT o.kind, o.id, o.hlc, CASE WHEN v.hlc = o.hlc AND v.dev <> ?2 THEN v.dev END,
        CASE WHEN f.hlc = o.hlc THEN f.json ELSE coalesce(CASE o.kind \(live.joined(separator: " ")) \(chunk) END, f.json) END
      FROM outbox AS o
        LEFT JOIN version AS v ON v.kind = o.kind AND v.id = o.id
        LEFT JOIN foreign_record AS f ON f.kind = o.kind AND f.id = o.id
      WHERE o.lane = ?1 \(named) ORDER BY o.hlc \(lane == 0 ? "DESC" : "ASC") LIMIT -1 OFFSET ?3
      """
  }
}

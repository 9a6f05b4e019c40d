import BulkSQL
import GRDB
import HealthModel

/// Samples to be pushed to a backend, in chunks by type, source and UTC day: only the types in the settings.
///
/// A chunk has no table of its own: `sample_chunk` lists the chunks and has the outbox's triggers, and the record is
/// built from the samples when it is sent. Chunks of other devices stay in `foreign_record`.
package struct SampleChunks: Sendable {
  /// The table that is marked. It isn't one of `SyncedTable.all`: its rows aren't the records.
  static let table = SyncedTable(
    kind: RecordKind.samples, table: "sample_chunk", since: 2,
    noun: SyncedTable.Noun("group of samples", plural: "groups of samples", one: "samples"),
    columns: [
      SyncedColumn("type", .integer, required: true), SyncedColumn("source", .integer, required: true),
      SyncedColumn("utc_day", .text, required: true), SyncedColumn("changes", .integer, required: true),
    ],
    recency: .day("utc_day"), deviceInID: .first)

  private let library: Library

  /// The chunks of a library.
  package init(_ library: Library) { self.library = library }

  /// Marks the chunks of types that were added to the settings. Call it before a sync; usually it does nothing.
  package func markNewlySynced(_ settings: HealthSettings) throws(StoreError) {
    guard try library.read({ db in try !SampleChunks.newlySynced(settings, in: db).isEmpty }) else { return }
    try library.write { db in try SampleChunks.mark([], settings: settings, in: db) }
  }

  /// Marks groups whose samples changed, as far as their types are synced, and all of types that weren't synced before. Lives inside a write
  /// transaction.
  static func mark(_ changed: Set<SampleGroups.Key>, settings: HealthSettings, in db: Database) throws {
    let synced = Set(try syncedTypes(settings, in: db).map { Int32(truncatingIfNeeded: $0) })
    let new = try newlySynced(settings, in: db)
    guard !synced.isEmpty || !new.isEmpty else { return }
    let device = try OutboxQueue.device(in: db)
    for key in changed where synced.contains(key.type) && !new.contains(Int64(key.type)) {
      try mark(type: Int64(key.type), source: Int64(key.source), utcDay: Day(number: Int(key.utcDay)), device: device, in: db)
    }
    for type in new {
      let days = try Row.fetchAll(
        db,
        sql: """
          SELECT DISTINCT s.source, (s.start_ms - (s.start_ms % 86400000 + 86400000) % 86400000) / 86400000 AS day
          FROM sample AS s JOIN health_import AS i ON i.n = s.import AND i.state = 'done' WHERE s.type = ? ORDER BY day
          """, arguments: [type])
      for row in days { try mark(type: type, source: row.value(0), utcDay: Day(number: row.value(1)), device: device, in: db) }
    }
  }

  /// `SELECT` of a chunk's JSON; no value if it has no samples any more.
  ///
  /// - Parameter id: SQL for the chunk's id.
  static func json(of id: String) -> String {
    """
    SELECT CASE WHEN count(*) > 0 THEN json_object('start_ms', json_group_array(delta), 'duration_ms', json_group_array(duration_ms),
      'value', json_group_array(value), 'unit', json_group_array(unit)) END
    FROM (SELECT s.start_ms - lag(s.start_ms, 1, 0) OVER (ORDER BY s.start_ms, s.duration_ms, s.value) AS delta, s.duration_ms,
        CASE WHEN u.name = '(no value)' THEN NULL WHEN s.value = CAST(s.value AS INTEGER) THEN CAST(s.value AS INTEGER) ELSE s.value END
          AS value,
        CASE WHEN u.name = '(no value)' THEN NULL WHEN u.stored = '' THEN u.name ELSE u.stored END AS unit
      FROM sample_chunk AS c
        JOIN sample AS s ON s.type = c.type AND s.start_ms >= strftime('%s', c.utc_day) * 1000
          AND s.start_ms < strftime('%s', c.utc_day) * 1000 + 86400000 AND s.source = c.source
        JOIN health_import AS i ON i.n = s.import AND i.state = 'done'
        JOIN health_unit AS u ON u.id = s.unit
      WHERE c.id = \(id) ORDER BY s.start_ms, s.duration_ms, s.value)
    """
  }
}

// MARK: - Marking

extension SampleChunks {
  private static func mark(type: Int64, source: Int64, utcDay: Day, device: String, in db: Database) throws {
    let typeName = try String.fetchOne(db.cachedStatement(sql: "SELECT name FROM health_type WHERE id = ?"), arguments: [type]) ?? ""
    let sourceName = try String.fetchOne(db.cachedStatement(sql: "SELECT name FROM health_source WHERE id = ?"), arguments: [source]) ?? ""
    var encoded = percentEncoded(sourceName)
    if encoded.utf8.count > 100 { encoded = "~" + ContentKey.make([sourceName]) }
    try db.cachedStatement(
      sql: """
        INSERT INTO sample_chunk(id, type, source, utc_day) VALUES (?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET changes = changes + 1
        """
    ).execute(arguments: ["\(device)/\(percentEncoded(typeName))/\(encoded)/\(utcDay)", type, source, utcDay.description])
  }

  /// Letters, digits, `-`, `.` and `_` as they are; every other byte as `%` and two digits.
  private static func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let kept = Set("-._".utf8)
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
      let isPlain = (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || kept.contains(byte)
      return isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Ids of the types that the settings name.
  private static func syncedTypes(_ settings: HealthSettings, in db: Database) throws -> [Int64] {
    if settings.syncedTypes.isEmpty { return [] }
    let types = try Row.fetchAll(db, sql: "SELECT id, name FROM health_type")
    return try types.filter { try settings.syncedTypes.contains("*") || settings.syncedTypes.contains($0.value(1)) }.map { try $0.value(0) }
  }

  /// Those of them of which nothing was marked yet.
  private static func newlySynced(_ settings: HealthSettings, in db: Database) throws -> [Int64] {
    let types = try syncedTypes(settings, in: db)
    return try types.filter { type in
      try Bool.fetchOne(
        db, sql: "SELECT NOT EXISTS (SELECT 1 FROM sample_chunk WHERE type = ?1) AND EXISTS (SELECT 1 FROM sample WHERE type = ?1)",
        arguments: [type]) ?? false
    }
  }
}

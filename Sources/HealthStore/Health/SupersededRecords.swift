import GRDB
import HealthModel

/// Records with ids of their own of which an import brought a newer version, or that were deleted: what their earlier versions brought leaves
/// the library when the import ends.
struct SupersededRecords {
  /// How a version stands to what earlier imports brought of its record.
  enum Standing {
    /// The record wasn't known.
    case new
    /// It was, in this version.
    case same
    /// In an older one, which this replaces.
    case newer
    /// In a newer one, which stays.
    case older
  }

  private var records: Set<String> = []
  private var last: (record: String, storedMs: Int64?)?

  /// Whether nothing is superseded.
  var isEmpty: Bool { records.isEmpty }

  /// Compares a version with what is stored and remembers what it brings.
  /// - Parameter samples: the version's, with ids; none = the record was deleted.
  mutating func note(_ version: SampleVersion, _ samples: [Sample], import number: Int64, in db: Database) throws -> Standing {
    let storedMs = try storedMs(of: version.record, import: number, in: db)
    if let storedMs, storedMs > version.modifiedMs { return .older }
    if let storedMs, storedMs == version.modifiedMs { return .same }
    let insert = try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO sample_version(record, import, modified_ms, type, start_ms, source, duration_ms, value)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for sample in samples {
      try insert.execute(arguments: [
        version.record, number, version.modifiedMs, sample.type, sample.startMs, sample.source, sample.durationMs, sample.value,
      ])
    }
    if samples.isEmpty {
      // A row without a sample remembers the deletion, so that an older export that is imported later doesn't bring the record back.
      try insert.execute(arguments: [version.record, number, version.modifiedMs, Self.noType, 0, 0, 0, 0])
    }
    if samples.isEmpty || storedMs != nil { records.insert(version.record) }
    return storedMs == nil ? .new : .newer
  }

  /// The time of the version that earlier imports brought; `nil` = none did.
  private mutating func storedMs(of record: String, import number: Int64, in db: Database) throws -> Int64? {
    if let last, last.record == record { return last.storedMs }
    let statement = try db.cachedStatement(sql: "SELECT max(modified_ms) FROM sample_version WHERE record = ? AND import <> ?")
    let storedMs = try Int64.fetchOne(statement, arguments: [record, number])
    last = (record, storedMs)
    return storedMs
  }

  /// When a record was deleted at its source, milliseconds UTC. `nil` = it wasn't, as far as is known.
  static func deletedMs(_ record: String, in db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(modified_ms) FROM sample_version WHERE record = ? AND type = \(noType)"), arguments: [record])
  }

  /// The samples that no version of any record claims any more. Sorted by key.
  func gone(import number: Int64, in db: Database) throws -> [Sample] {
    var gone: [Sample] = []
    let old = try db.cachedStatement(
      sql: """
        SELECT DISTINCT type, start_ms, source, duration_ms, value FROM sample_version AS old
        WHERE record = ?1 AND import <> ?2 AND type <> \(Self.noType) AND NOT EXISTS (
          SELECT 1 FROM sample_version AS new WHERE new.record = ?1 AND new.import = ?2 AND new.type = old.type
            AND new.start_ms = old.start_ms AND new.source = old.source AND new.duration_ms = old.duration_ms AND new.value = old.value)
        """)
    for record in records.sorted() {
      let rows = try Row.fetchCursor(old, arguments: [record, number])
      while let row = try rows.next() {
        gone.append(
          Sample(type: row[0], source: row[2], unit: 0, startMs: row[1], durationMs: row[3], value: row[4]))
      }
    }
    return try gone.isEmpty ? [] : unclaimed(gone, import: number, in: db)
  }

  /// Those of `samples` that no other record says, too: an app may write one measurement under two ids.
  private func unclaimed(_ samples: [Sample], import number: Int64, in db: Database) throws -> [Sample] {
    var isClaimed: Set<Sample> = []
    let wanted = Dictionary(grouping: samples) { $0.type }
    for (type, group) in wanted {
      let keys = Set(group)
      let claims = try Row.fetchCursor(
        db, sql: "SELECT record, import, start_ms, source, duration_ms, value FROM sample_version WHERE type = ?", arguments: [type])
      while let row = try claims.next() {
        let sample = Sample(type: type, source: row[3], unit: 0, startMs: row[2], durationMs: row[4], value: row[5])
        guard keys.contains(sample) else { continue }
        if row[1] == number || !records.contains(row[0]) { isClaimed.insert(sample) }
      }
    }
    return Array(Set(samples).subtracting(isClaimed)).sorted {
      ($0.type, $0.startMs, $0.source, $0.durationMs, $0.value) < ($1.type, $1.startMs, $1.source, $1.durationMs, $1.value)
    }
  }

  /// Forgets the versions that were superseded, when the import becomes visible.
  func write(import number: Int64, in db: Database) throws {
    for record in records {
      try db.cachedStatement(sql: "DELETE FROM sample_version WHERE record = ? AND import <> ?").execute(arguments: [record, number])
    }
  }

  /// `sample_version.type` of a record that was deleted.
  private static let noType = -1
}

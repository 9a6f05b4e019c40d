import BulkSQL
import FoundationEssentials
import GRDB
import HealthModel

/// Records with ids of their own of which an import brought a newer version, or that were deleted: what their earlier versions brought leaves
/// the library when the import ends.
struct SupersededRecords {
  /// A version compared with those that earlier imports brought of its record.
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

  private var records: Set<HealthRecordID> = []
  /// Whether earlier imports brought records with ids. `nil` = not looked yet.
  private var hasEarlier: Bool?

  /// Whether nothing is superseded.
  var isEmpty: Bool { records.isEmpty }

  /// Compares versions with the stored ones and records their samples.
  ///
  /// They are looked up and written in the order of the table: ids are random, and in the order of the file each would be on another page.
  /// - Parameters:
  ///   - samples: the samples that the versions' indices refer to, with ids. A version without samples = the record was
  ///     deleted.
  /// - Returns: the standing of each version, in their order.
  mutating func note(_ versions: [SampleVersion], of samples: [Sample], import number: Int64, in db: Database) throws -> [Standing] {
    let hasEarlier = try hasEarlier ?? (Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sample_version)") ?? false)
    self.hasEarlier = hasEarlier
    let latest = try BulkStatement("SELECT max(modified_ms) FROM sample_version WHERE record = ?1 AND import <> ?2", in: db)
    let insert = try BulkStatement(
      """
      INSERT OR IGNORE INTO sample_version(record, import, modified_ms, type, start_ms, source, duration_ms, value)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """, in: db)
    for statement in [latest, insert] { statement.bind(number, at: 2) }
    var standings = [Standing](repeating: .new, count: versions.count)
    var last: (record: HealthRecordID, bytes: [UInt8], storedMs: Int64?)?
    for index in versions.indices.sorted(by: { (versions[$0].record, $0) < (versions[$1].record, $1) }) {
      let version = versions[index]
      if last?.record != version.record {
        let bytes = version.record.bytes
        last = (version.record, bytes, hasEarlier ? try Self.storedMs(of: bytes, latest) : nil)
      }
      guard let last else { continue }
      if let storedMs = last.storedMs, storedMs >= version.modifiedMs {
        standings[index] = storedMs == version.modifiedMs ? .same : .older
        continue
      }
      insert.bind(last.bytes, at: 1)
      insert.bind(version.modifiedMs, at: 3)
      for sample in samples[version.samples] { try Self.write(sample, insert) }
      if version.samples.isEmpty {
        // A row without a sample remembers the deletion, so that an older export that is imported later doesn't bring the record back.
        try Self.write(Sample(type: Self.noType, source: 0, unit: 0, startMs: 0, durationMs: 0, value: 0), insert)
      }
      if version.samples.isEmpty || last.storedMs != nil { records.insert(version.record) }
      standings[index] = last.storedMs == nil ? .new : .newer
    }
    try db.notifyChanges(in: Table("sample_version"))
    return standings
  }

  /// The time of the version that earlier imports brought; `nil` = none did.
  private static func storedMs(of record: [UInt8], _ latest: BulkStatement) throws -> Int64? {
    latest.bind(record, at: 1)
    defer { latest.reset() }
    return try latest.step() && latest.storage(0) != .null ? latest.integer(0) : nil
  }

  private static func write(_ sample: Sample, _ insert: BulkStatement) throws {
    insert.bind(Int64(sample.type), at: 4)
    insert.bind(sample.startMs, at: 5)
    insert.bind(Int64(sample.source), at: 6)
    insert.bind(sample.durationMs, at: 7)
    insert.bind(sample.value, at: 8)
    _ = try insert.run()
  }

  /// Returns the time at which a record was deleted at its source, in milliseconds since 1970. `nil` = no deletion is known.
  static func deletedMs(_ record: HealthRecordID, in db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(modified_ms) FROM sample_version WHERE record = ? AND type = \(noType)"),
      arguments: [Data(record.bytes)])
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
      let rows = try Row.fetchCursor(old, arguments: [Data(record.bytes), number])
      while let row = try rows.next() {
        gone.append(
          try Sample(
            type: row.value(0), source: row.value(2), unit: 0, startMs: row.value(1), durationMs: row.value(3), value: row.value(4)))
      }
    }
    return try gone.isEmpty ? [] : unclaimed(gone, import: number, in: db)
  }

  /// Returns those of `samples` that don't belong to another record, too: an app may write one measurement under two
  /// ids.
  private func unclaimed(_ samples: [Sample], import number: Int64, in db: Database) throws -> [Sample] {
    var isClaimed: Set<Sample> = []
    let superseded = Set(records.map(\.bytes))
    let wanted = Dictionary(grouping: samples) { $0.type }
    for (type, group) in wanted {
      let keys = Set(group)
      let claims = try BulkStatement(
        "SELECT record, import, start_ms, source, duration_ms, value FROM sample_version WHERE type = ?1", in: db)
      claims.bind(Int64(type), at: 1)
      defer { claims.reset() }
      while try claims.step() {
        let sample = Sample(
          type: type, source: Int32(truncatingIfNeeded: claims.integer(3)), unit: 0, startMs: claims.integer(2),
          durationMs: claims.integer(4), value: claims.number(5))
        guard keys.contains(sample) else { continue }
        if claims.integer(1) == number || !superseded.contains(claims.withBytes(0) { Array($0) }) { isClaimed.insert(sample) }
      }
    }
    return Array(Set(samples).subtracting(isClaimed)).sorted {
      ($0.type, $0.startMs, $0.source, $0.durationMs, $0.value) < ($1.type, $1.startMs, $1.source, $1.durationMs, $1.value)
    }
  }

  /// Forgets the versions that were superseded, when the import becomes visible.
  func write(import number: Int64, in db: Database) throws {
    for record in records {
      try db.cachedStatement(sql: "DELETE FROM sample_version WHERE record = ? AND import <> ?").execute(arguments: [
        Data(record.bytes), number,
      ])
    }
  }

  /// `sample_version.type` of a record that was deleted.
  private static let noType: Int32 = -1
}

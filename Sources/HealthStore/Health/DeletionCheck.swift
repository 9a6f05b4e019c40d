import BulkSQL
import GRDB
import HealthModel

/// Finds the samples that vanished from a whole export: those of the library that a second reading of the file doesn't meet.
///
/// Feed it all batches of the second reading, then `conclude`. Only what belongs to a candidate group is kept, 8 bytes a sample.
package struct DeletionCheck {
  /// The samples that vanished, by type, source and day in the order of their names. Empty before `conclude`.
  package private(set) var groups: [VanishedGroup] = []
  /// The samples that vanished, with ids in `type` and `source`; what isn't in their key is 0. Empty before `conclude`.
  private(set) var vanished: [Sample] = []

  private let library: Library
  private let candidates: Set<SampleGroups.Key>
  private var seen: [SampleGroups.Key: [UInt64]] = [:]
  private var names = ImportedNames()
  private var vanishedKeys: Set<SampleGroups.Key> = []

  init(_ library: Library, candidates: Set<SampleGroups.Key>) {
    self.library = library
    self.candidates = candidates
  }

  /// Takes a batch of the second reading.
  package mutating func add(_ batch: HealthBatch) throws(StoreError) {
    names.add(batch)
    if names.areNew {
      var names = names
      self.names = try library.read { db in
        try names.lookUp(in: db)
        return names
      }
    }
    for sample in batch.samples {
      let sample = names.resolved(sample)
      let key = SampleGroups.Key(sample)
      if candidates.contains(key) { seen[key, default: []].append(SampleGroups.mix(sample)) }
    }
  }

  /// After the last batch: looks what the library has beyond it. Only what whole exports brought can have vanished from one.
  package mutating func conclude() throws(StoreError) {
    (vanished, groups, vanishedKeys) = try library.read { db in
      let rows = try BulkStatement(
        """
        SELECT s.start_ms, s.duration_ms, s.value FROM sample AS s JOIN health_import AS i ON i.n = s.import AND i.whole = 1 AND i.state = 'done'
        WHERE s.type = ?1 AND s.start_ms >= ?2 AND s.start_ms < ?2 + 86400000 AND s.source = ?3
        """, in: db)
      var vanished: [Sample] = []
      var groups: [VanishedGroup] = []
      var keys: Set<SampleGroups.Key> = []
      for key in candidates {
        let there = Set(seen[key] ?? [])
        rows.bind(Int64(key.type), at: 1)
        rows.bind(Int64(key.utcDay) * 86_400_000, at: 2)
        rows.bind(Int64(key.source), at: 3)
        let before = vanished.count
        while try rows.step() {
          let sample = Sample(
            type: key.type, source: key.source, unit: 0, startMs: rows.integer(0), durationMs: rows.integer(1), value: rows.number(2))
          if !there.contains(SampleGroups.mix(sample)) { vanished.append(sample) }
        }
        rows.reset()
        guard vanished.count > before else { continue }
        keys.insert(key)
        groups.append(
          VanishedGroup(
            type: try String.fetchOne(db, sql: "SELECT name FROM health_type WHERE id = ?", arguments: [key.type]) ?? "",
            source: try String.fetchOne(db, sql: "SELECT name FROM health_source WHERE id = ?", arguments: [key.source]) ?? "",
            utcDay: Day(number: Int(key.utcDay)), count: vanished.count - before))
      }
      return (vanished, groups.sorted { ($0.type, $0.utcDay, $0.source) < ($1.type, $1.utcDay, $1.source) }, keys)
    }
  }

  /// Whether something of a candidate group vanished.
  func hasVanished(_ key: SampleGroups.Key) -> Bool { vanishedKeys.contains(key) }
}

extension ImportSession {
  /// After the last batch: whether something may have vanished from a whole export since the one before. `nil` = nothing did, which needs no
  /// second reading of the file.
  package func deletionCheck(for report: ReadingReport) throws(StoreError) -> DeletionCheck? {
    try flush()
    guard isLedgerKept, report.isWhole, report.endedEarly == nil else { return nil }
    let seen = groups.seen()
    let candidates = try library.read { db in
      try ImportSession.isNewest(report, in: db) ? SampleLedger(in: db).candidates(in: seen) : []
    }
    return candidates.isEmpty ? nil : DeletionCheck(library, candidates: candidates)
  }

  /// Whether no later export was imported: what an older one lacks wasn't deleted, it wasn't measured yet.
  static func isNewest(_ report: ReadingReport, in db: Database) throws -> Bool {
    let latest = try Int64.fetchOne(db, sql: "SELECT max(exported_at_ms) FROM health_import WHERE state = 'done' AND whole = 1")
    return latest.map { (report.exportedAtMs ?? .max) >= $0 } ?? true
  }
}

import BulkSQL
import GRDB
import HealthModel

/// The contents of the last whole export (`sample_group`), so that the next one shows what vanished since.
///
/// Samples of a group vanished if its earlier contents, plus the new samples in the file, differ from the file's. A
/// sample that was synced again under the same key looks the same; so the groups that differ are only candidates, and a
/// second reading of the file decides (`DeletionCheck`).
struct SampleLedger {
  private let groups: [SampleGroups.Key: SampleGroups.Sum]

  /// Reads it.
  init(in db: Database) throws {
    var groups: [SampleGroups.Key: SampleGroups.Sum] = [:]
    let rows = try BulkStatement("SELECT type, source, utc_day, count, hash FROM sample_group", in: db)
    defer { rows.reset() }
    while try rows.step() {
      let key = SampleGroups.Key(
        type: Int32(truncatingIfNeeded: rows.integer(0)), source: Int32(truncatingIfNeeded: rows.integer(1)),
        utcDay: Int32(truncatingIfNeeded: rows.integer(2)))
      groups[key] = SampleGroups.Sum(count: rows.integer(3), hash: UInt64(bitPattern: rows.integer(4)))
    }
    self.groups = groups
  }

  /// Groups in which something may have vanished: inside the file's own types, sources and time.
  func candidates(in seen: [SampleGroups.Key: SampleGroups.Seen]) -> Set<SampleGroups.Key> {
    let types = Set(seen.keys.map(\.type))
    let sources = Set(seen.keys.map(\.source))
    guard let first = seen.keys.map(\.utcDay).min(), let last = seen.keys.map(\.utcDay).max() else { return [] }
    return Set(
      groups.keys.filter { key in
        types.contains(key.type) && sources.contains(key.source) && (first...last).contains(key.utcDay) && isLess(key, in: seen)
      })
  }

  /// Makes it that of a whole export that was just read. A group in which something vanished and stays here keeps what it had, so that
  /// the next import finds it, too.
  ///
  /// - Parameter isApplied: whether what `checked` found was removed.
  func update(
    with seen: [SampleGroups.Key: SampleGroups.Seen], checked: DeletionCheck?, isApplied: Bool, in db: Database
  ) throws {
    let write = try BulkStatement(
      "INSERT OR REPLACE INTO sample_group(type, source, utc_day, count, hash) VALUES (?1, ?2, ?3, ?4, ?5)", in: db)
    let delete = try BulkStatement("DELETE FROM sample_group WHERE type = ?1 AND source = ?2 AND utc_day = ?3", in: db)
    let candidates = candidates(in: seen)
    for key in candidates.union(seen.keys) {
      let old = groups[key]
      let now = seen[key] ?? SampleGroups.Seen()
      let isSettled = !candidates.contains(key) || (checked.map { isApplied || !$0.hasVanished(key) } ?? false)
      let sum = isSettled ? now.all : (old ?? SampleGroups.Sum()) + now.new
      if sum == old { continue }
      let statement = sum.count == 0 ? delete : write
      statement.bind(Int64(key.type), at: 1)
      statement.bind(Int64(key.source), at: 2)
      statement.bind(Int64(key.utcDay), at: 3)
      if sum.count != 0 {
        statement.bind(sum.count, at: 4)
        statement.bind(Int64(bitPattern: sum.hash), at: 5)
      }
      _ = try statement.run()
    }
    try db.notifyChanges(in: Table("sample_group"))
  }

  private func isLess(_ key: SampleGroups.Key, in seen: [SampleGroups.Key: SampleGroups.Seen]) -> Bool {
    guard let old = groups[key] else { return false }
    let now = seen[key] ?? SampleGroups.Seen()
    return old + now.new != now.all
  }
}

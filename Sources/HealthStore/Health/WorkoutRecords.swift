import BulkSQL
import GRDB
import HealthModel

/// The workouts of an import, held until it ends: they are few, and their table has no rows that aren't visible.
struct WorkoutRecords {
  /// A workout with the id of its record.
  struct Entry {
    var id: String
    var workout: ImportedWorkout
    /// The source's name.
    var source: String
    /// Minutes east of UTC at its start.
    var utcOffsetMin: Int
  }

  private struct Version {
    let modifiedMs: Int64?
    let endMs: Int64
    let id: String
  }

  /// A workout in the library that a newer version of the same record replaces.
  struct Replaced {
    let id: String
    let startMs: Int64
    let endMs: Int64
    /// The id of what replaces it.
    /// `nil` = the record was deleted.
    let by: String?
  }

  /// Workouts in the order of the file, each key once.
  private(set) var entries: [Entry] = []
  /// The files of all workouts' routes, with the id of the workout.
  private(set) var routes: [(file: String, workout: String)] = []
  /// The workouts replaced by newer versions, after `keepChanges`.
  private(set) var replaced: [Replaced] = []
  /// The ids of `entries`, with the times of their versions.
  private var ids: [String: Int64] = [:]
  /// The newest version of each record in the file: its time and end, and the id of the workout.
  private var newest: [String: Version] = [:]
  /// The workout of each record.
  private var versions: [(record: String, modifiedMs: Int64, workout: String?)] = []
  /// Records that were deleted, and when.
  private var deletions: [String: Int64] = [:]

  /// Adds a workout. `false` = it was in the file before.
  ///
  /// Values that the table would reject (a negative energy, an end before the start) become unknown, so that they can't
  /// fail a whole import.
  /// - Parameter source: the name of its source.
  mutating func add(_ workout: ImportedWorkout, source: String) -> Bool {
    var workout = workout
    if workout.activity.isEmpty { workout.activity = "other" }
    let source = source.isEmpty ? "unknown" : source
    workout.endMs = max(workout.startMs, workout.endMs)
    guard WorkoutRecords.keepWithinBounds(&workout) else { return false }
    let id = ContentKey.make([workout.activity, source, String(workout.startMs), String(workout.endMs)])
    if let record = workout.record, let other = newest[record] {
      guard isNewer(workout, than: other) else { return false }
      remove(other.id)
    }
    let modifiedMs = workout.modifiedMs ?? 0
    if let other = ids[id] {
      if let record = workout.record {
        // Of the other record that has it.
        newest[record] = nil
      } else if modifiedMs > other, let place = entries.firstIndex(where: { $0.id == id && $0.workout.record == nil }) {
        // Of another file of the folder, which knows longer.
        entries[place].workout = workout
        ids[id] = modifiedMs
      }
      return false
    }
    ids[id] = modifiedMs
    if let record = workout.record { newest[record] = Version(modifiedMs: workout.modifiedMs, endMs: workout.endMs, id: id) }
    entries.append(Entry(id: id, workout: workout, source: source, utcOffsetMin: 0))
    routes += workout.routes.map { ($0, id) }
    return true
  }

  /// Returns whether a workout replaces another of the same record in the file: written later, or, if that isn't known,
  /// not ending earlier.
  private func isNewer(_ workout: ImportedWorkout, than other: Version) -> Bool {
    if let modified = workout.modifiedMs, let otherModified = other.modifiedMs, modified != otherModified {
      return modified > otherModified
    }
    return workout.endMs >= other.endMs
  }

  /// Edited workouts are few: the rest of the file has none to look for.
  private mutating func remove(_ id: String) {
    entries.removeAll { $0.id == id }
    ids[id] = nil
    routes.removeAll { $0.workout == id }
  }

  /// Takes note of a record that was deleted at its source; it may be of anything.
  mutating func noteDeletion(of record: String, atMs: Int64) { deletions[record] = atMs }

  /// Works out each workout's offset: in the zone it was recorded in, else in that of the days.
  ///
  /// - Parameter offsetMin: minutes east of UTC at an instant, where a day is a day.
  mutating func setOffsets(elsewhere offsetMin: (_ ms: Int64) -> Int) {
    var zones: [String: ZoneRules] = [:]
    for index in entries.indices {
      let workout = entries[index].workout
      var rules: ZoneRules?
      if let name = workout.zone {
        rules = zones[name] ?? ZoneFile.rules(of: name)
        zones[name] = rules
      }
      let offset = rules?.offsetMin(at: workout.startMs) ?? offsetMin(workout.startMs)
      entries[index].utcOffsetMin = min(840, max(-840, offset))
    }
  }

  /// Removes workouts that are in the library unchanged. Returns the number of new ones, of those that only differ, and
  /// of deleted ones in the library.
  mutating func keepChanges(in db: Database) throws -> (new: Int, different: Int, deleted: Int) {
    var (new, different) = (0, 0)
    entries = try entries.filter { entry in
      let standing = try compare(entry, in: db)
      if standing == .older {
        routes.removeAll { $0.workout == entry.id }
        return false
      }
      guard let row = try Row.fetchOne(db.cachedStatement(sql: WorkoutRecords.select), arguments: [entry.id]) else {
        if standing == .newer { different += 1 } else { new += 1 }
        return true
      }
      if entry.rowValues == Array(row.databaseValues), try hasSameParts(entry, in: db) { return false }
      different += 1
      return true
    }
    try findDeleted(in: db)
    return (new, different, replaced.count { $0.by == nil })
  }

  /// Finds the workouts in the library that were deleted since.
  private mutating func findDeleted(in db: Database) throws {
    let stored = try db.cachedStatement(
      sql: """
        SELECT v.modified_ms, w.id, w.start_ms, w.end_ms FROM workout_version AS v JOIN workout AS w ON w.id = v.workout WHERE v.record = ?
        """)
    for (record, atMs) in deletions {
      guard let row = try Row.fetchOne(stored, arguments: [record]), try row.value(0) <= atMs, try isAlone(row.value(1), in: record, in: db)
      else {
        continue
      }
      replaced.append(try Replaced(id: row.value(1), startMs: row.value(2), endMs: row.value(3), by: nil))
      versions.append((record, atMs, nil))
    }
  }

  /// Returns the standing of a workout compared to the version of its record in the library, and records the data that
  /// it replaces.
  private mutating func compare(_ entry: Entry, in db: Database) throws -> SupersededRecords.Standing {
    // One without an id is known by what it is.
    let record = entry.workout.record ?? entry.id
    let modifiedMs = entry.workout.modifiedMs ?? 0
    let stored = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT v.modified_ms, v.workout, w.start_ms, w.end_ms FROM workout_version AS v LEFT JOIN workout AS w ON w.id = v.workout
          WHERE v.record = ?
          """), arguments: [record])
    if let stored, try stored.value(0) > modifiedMs { return .older }
    if let deletedMs = try SupersededRecords.deletedMs(HealthRecordID(record), in: db), deletedMs > modifiedMs { return .older }
    versions.append((record, modifiedMs, entry.id))
    guard let stored, let old = try stored.value(1) as String?, old != entry.id else { return stored == nil ? .new : .same }
    if let start = try stored.value(2) as Int64?, let end = try stored.value(3) as Int64?, try isAlone(old, in: record, in: db) {
      replaced.append(Replaced(id: old, startMs: start, endMs: end, by: entry.id))
    }
    return .newer
  }

  /// Whether a workout is of one record only: an app may write one workout under two ids.
  private func isAlone(_ id: String, in record: String, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT NOT EXISTS (SELECT 1 FROM workout_version WHERE workout = ? AND record <> ?)"),
      arguments: [id, record])
      ?? true
  }

  /// Writes which records the workouts are of, and removes what newer versions replace.
  private func writeVersions(in db: Database) throws {
    for (record, modifiedMs, workout) in versions {
      try db.cachedStatement(sql: "INSERT OR REPLACE INTO workout_version(record, modified_ms, workout) VALUES (?, ?, ?)")
        .execute(arguments: [record, modifiedMs, workout])
    }
    for old in replaced where ids[old.id] == nil {
      // The additions of other programs (`extra`) move to the new version.
      if let new = old.by {
        try db.execute(
          sql: "UPDATE workout SET extra = (SELECT extra FROM workout WHERE id = ?1) WHERE id = ?2 AND extra IS NULL",
          arguments: [old.id, new])
      }
      try SyncedTable.workout.delete(old.id, in: db)
      for table in WorkoutRecords.parts { try db.execute(sql: "DELETE FROM \(table) WHERE workout = ?", arguments: [old.id]) }
    }
  }

  /// Writes them, through the triggers; a row that is there is changed only where it differs.
  func write(in db: Database) throws {
    let upsert = try db.cachedStatement(sql: WorkoutRecords.upsert)
    let statistic = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO workout_statistic(workout, type, sum, average, minimum, maximum, unit) VALUES (?, ?, ?, ?, ?, ?, ?)")
    let event = try db.cachedStatement(sql: "INSERT INTO workout_event(workout, n, type, at_ms, duration_ms) VALUES (?, ?, ?, ?, ?)")
    let detail = try db.cachedStatement(sql: "INSERT OR REPLACE INTO workout_detail(workout, key, text) VALUES (?, ?, ?)")
    for entry in entries {
      try upsert.execute(arguments: StatementArguments([entry.id.databaseValue] + entry.rowValues))
      for table in WorkoutRecords.parts {
        try db.cachedStatement(sql: "DELETE FROM \(table) WHERE workout = ?").execute(arguments: [entry.id])
      }
      for part in entry.workout.statistics {
        try statistic.execute(arguments: [entry.id, part.type, part.sum, part.average, part.minimum, part.maximum, part.unit])
      }
      for (n, part) in entry.workout.events.enumerated() {
        try event.execute(arguments: [entry.id, n, part.type, part.atMs, part.durationMs])
      }
      for part in entry.workout.details { try detail.execute(arguments: [entry.id, part.key, part.text]) }
    }
    try writeVersions(in: db)
  }

  /// Returns whether statistics, events and details in the library are the same as in the export. The last of repeated
  /// ones counts.
  private func hasSameParts(_ entry: Entry, in db: Database) throws -> Bool {
    func rows(_ sql: String) throws -> [[DatabaseValue]] {
      try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [entry.id]).map { Array($0.databaseValues) }
    }
    var statistics: [String: [DatabaseValue]] = [:]
    for part in entry.workout.statistics {
      statistics[part.type] = rowOf([part.type, part.sum, part.average, part.minimum, part.maximum, part.unit])
    }
    let events = entry.workout.events.map { rowOf([$0.type, $0.atMs, $0.durationMs]) }
    let details = Dictionary(
      entry.workout.details.map { ($0.key, rowOf([$0.key, $0.text])) }, uniquingKeysWith: { $1 })
    return try Set(rows("SELECT type, sum, average, minimum, maximum, unit FROM workout_statistic WHERE workout = ?"))
      == Set(statistics.values)
      && rows("SELECT type, at_ms, duration_ms FROM workout_event WHERE workout = ? ORDER BY n") == events
      && Set(rows("SELECT key, text FROM workout_detail WHERE workout = ?")) == Set(details.values)
  }

  private static let parts = ["workout_statistic", "workout_event", "workout_detail"]
  private static let names = SyncedTable.workout.columns.map(\.name)
  private static let select = "SELECT \(names.joined(separator: ", ")) FROM workout WHERE id = ?"
  private static let upsert = """
    INSERT INTO workout(id, \(names.joined(separator: ", "))) VALUES (?\(String(repeating: ", ?", count: names.count)))
    ON CONFLICT(id) DO UPDATE SET \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    WHERE \(names.map { "\($0) IS NOT excluded.\($0)" }.joined(separator: " OR "))
    """
}

extension WorkoutRecords.Entry {
  /// The row's values in the order of `SyncedTable.workout.columns`.
  fileprivate var rowValues: [DatabaseValue] {
    rowOf([
      workout.activity, workout.startMs, workout.endMs, utcOffsetMin, workout.durationMin, workout.energyKcal, workout.distanceM,
      workout.heartAvgBpm, workout.heartMinBpm, workout.heartMaxBpm, source,
    ])
  }
}

/// Values as a row has them.
func rowOf(_ values: [(any DatabaseValueConvertible)?]) -> [DatabaseValue] { values.map { $0?.databaseValue ?? .null } }

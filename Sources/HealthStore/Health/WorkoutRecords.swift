import DayTotals
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

  /// Workouts in the order of the file, each key once.
  private(set) var entries: [Entry] = []
  /// The files of all workouts' routes, with the id of the workout.
  private(set) var routes: [(file: String, workout: String)] = []
  private var ids: Set<String> = []

  /// Takes a workout. `false` = it was in the file before.
  ///
  /// What its table would refuse (a negative energy, an end before the start) becomes not known: a whole import must not fail for it.
  /// - Parameter source: the name of its source.
  mutating func add(_ workout: ImportedWorkout, source: String) -> Bool {
    var workout = workout
    if workout.activity.isEmpty { workout.activity = "other" }
    let source = source.isEmpty ? "unknown" : source
    workout.endMs = max(workout.startMs, workout.endMs)
    for path in [\ImportedWorkout.energyKcal, \.distanceM, \.heartAvgBpm, \.heartMinBpm, \.heartMaxBpm] {
      workout[keyPath: path] = workout[keyPath: path].flatMap { WorkoutRecords.isAmount($0) ? $0 : nil }
    }
    if !WorkoutRecords.isAmount(workout.durationMin) { workout.durationMin = Double(workout.endMs - workout.startMs) / 60_000 }
    let id = ContentKey.make([workout.activity, source, String(workout.startMs), String(workout.endMs)])
    guard ids.insert(id).inserted else { return false }
    entries.append(Entry(id: id, workout: workout, source: source, utcOffsetMin: 0))
    routes += workout.routes.map { ($0, id) }
    return true
  }

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

  /// Leaves out what is in the library as it is. Returns how many are new, and how many only differ.
  mutating func keepChanges(in db: Database) throws -> (new: Int, different: Int) {
    var (new, different) = (0, 0)
    entries = try entries.filter { entry in
      guard let row = try Row.fetchOne(db.cachedStatement(sql: WorkoutRecords.select), arguments: [entry.id]) else {
        new += 1
        return true
      }
      if entry.rowValues == Array(row.databaseValues), try hasSameParts(entry, in: db) { return false }
      different += 1
      return true
    }
    return (new, different)
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
      for table in ["workout_statistic", "workout_event", "workout_detail"] {
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
  }

  /// Whether statistics, events and details are in the library as the export has them. What it names twice counts as the last.
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

  private static func isAmount(_ value: Double) -> Bool { value >= 0 && value.isFinite }

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

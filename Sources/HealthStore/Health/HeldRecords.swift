import FoundationEssentials
import GRDB
import HealthModel

/// The records that an import holds until it ends, because its tables have no rows that aren't visible: workouts, rings, attachments. There are a few
/// thousand of them in ten years.
struct HeldRecords {
  var workouts = WorkoutRecords()
  var rings: [Day: ActivityRing] = [:]
  var attachments: [String: HealthAttachment] = [:]
  /// The number of records by IANA zone.
  var zoneVotes: [String: Int] = [:]
  /// Whether there are rows of this import in `health_aggregate` and `workout_track`.
  var hasAggregates = false
  var hasTracks = false
  /// The time of the export of all samples, milliseconds UTC. `nil` = it isn't one, or has no time.
  var exportedAtMs: Int64?
  /// Until when the import knows, milliseconds UTC; of several exports the longest. `nil` = not known.
  var knownUntilMs: Int64?
  /// The workouts of the export that is being read, each with its source's name.
  private var openWorkouts: [(workout: ImportedWorkout, source: String)] = []
  /// The rings that the library has already, and that this import confirms.
  private var confirmedRings = 0
  /// Health Connect's own order of apps, if it is newer than the library's. `nil` = it isn't, or there is none.
  var appOrder: AppOrder?
  /// The number of track points with invalid coordinates.
  var strangePoints = 0
  /// The number of weight samples outside the human range.
  var strangeWeights = 0

  /// The zone that most records name; of equals the first by name. `nil` = none names one.
  var zone: String? { zoneVotes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }

  /// The same for those who sum up days.
  var pendingRows: PendingRows {
    let workouts = workouts.entries.map { entry in
      PendingRows.Workout(
        activity: entry.workout.activity, startMs: entry.workout.startMs, endMs: entry.workout.endMs,
        durationMin: entry.workout.durationMin, energyKcal: entry.workout.energyKcal, source: entry.source)
    }
    var rows = PendingRows(workouts: workouts, rings: Array(rings.values), zone: zone)
    rows.replacedWorkouts = Set(self.workouts.replaced.map(\.id))
    rows.exportedAtMs = exportedAtMs
    rows.appOrder = appOrder
    return rows
  }

  /// Takes what a batch has of them; its workouts count when their export ends. Returns how many were in the file before.
  ///
  /// - Parameters:
  ///   - sources: names of the import's sources, by place.
  ///   - origin: the import's.
  mutating func add(_ batch: HealthBatch, sources: [String], origin: HealthOrigin) -> Int {
    var again = 0
    openWorkouts += batch.workouts.map { ($0, sources[Int($0.source)]) }
    for version in batch.versions where version.samples.isEmpty {
      workouts.noteDeletion(of: version.record.record(of: origin), atMs: version.modifiedMs)
    }
    for ring in batch.rings where rings.updateValue(ring, forKey: ring.day) != nil { again += 1 }
    for attachment in batch.attachments where attachments.updateValue(attachment, forKey: attachment.file) != nil { again += 1 }
    zoneVotes.merge(batch.zoneVotes) { $0 + $1 }
    return again
  }

  /// Ends an export: a version of a workout that has no time of its own is as old as its export. Returns how many were in
  /// an earlier one.
  mutating func endExport(knownUntilMs: Int64?) -> Int {
    var again = 0
    for (workout, source) in openWorkouts {
      var workout = workout
      if workout.modifiedMs == nil { workout.modifiedMs = knownUntilMs ?? 0 }
      if !workouts.add(workout, source: source) { again += 1 }
    }
    openWorkouts = []
    return again
  }

  /// Removes records that are in the library unchanged, or more recent.
  ///
  /// - Returns: the number of new workouts, and the numbers of all records that are new, that differ, and that were
  ///   removed.
  mutating func keepChanges(in db: Database) throws -> (workouts: Int, added: Int, changed: Int, known: Int) {
    let all = workouts.entries.count + rings.count + attachments.count
    let kept = try workouts.keepChanges(in: db)
    var changed = kept.different
    rings = try rings.filter { day, ring in
      let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM activity_ring WHERE day = ?"), arguments: [day.description])
      guard let row else { return true }
      let stored = Array(row.databaseValues)
      let storedMs: Int64? = try row.value(stored.count - 1)
      if isOlder(than: storedMs) { return false }
      let isChanged = stored.dropLast() != ring.rowValues[...]
      if isChanged { changed += 1 } else if storedMs != knownUntilMs { confirmedRings += 1 }
      return isChanged || storedMs != knownUntilMs
    }
    attachments = try attachments.filter { file, attachment in
      let row = try Row.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT a.file, a.kind, a.recorded_at_ms, a.facts, i.exported_at_ms
            FROM health_attachment AS a LEFT JOIN health_import AS i ON i.n = a.import WHERE a.file = ?
            """), arguments: [file])
      guard let row else { return true }
      if isOlder(than: try row.value(4)) { return false }
      let isChanged = Array(row.databaseValues).dropLast() != attachment.rowValues[...]
      if isChanged { changed += 1 }
      return isChanged
    }
    let left = workouts.entries.count + rings.count - confirmedRings + attachments.count
    return (kept.new, left - changed, changed + kept.deleted, all - left)
  }

  /// Whether something of the library is of an export that knows longer.
  private func isOlder(than storedMs: Int64?) -> Bool { storedMs ?? .min > knownUntilMs ?? .min }

  /// Writes the held records, and replaces the aggregates and tracks of earlier imports.
  func write(import number: Int64, in db: Database) throws {
    try workouts.write(in: db)
    for ring in rings.values {
      try db.cachedStatement(sql: "INSERT OR REPLACE INTO activity_ring VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .execute(arguments: StatementArguments(ring.rowValues + [knownUntilMs?.databaseValue ?? .null]))
    }
    for attachment in attachments.values {
      try db.cachedStatement(
        sql: "INSERT OR REPLACE INTO health_attachment(file, kind, recorded_at_ms, facts, import) VALUES (?, ?, ?, ?, ?)"
      ).execute(arguments: StatementArguments(attachment.rowValues + [number.databaseValue]))
    }
    if hasAggregates {
      try db.execute(
        sql: """
          DELETE FROM health_aggregate AS old WHERE import < ?1 AND EXISTS (SELECT 1 FROM health_aggregate AS new
            WHERE new.measure = old.measure AND new.start_ms = old.start_ms AND new.end_ms = old.end_ms AND new.source = old.source AND new.import = ?1)
          """, arguments: [number])
    }
    if hasTracks {
      // First those that an export that knows longer brought otherwise.
      try db.execute(
        sql: """
          DELETE FROM workout_track AS new WHERE import = ?1
            AND EXISTS (SELECT 1 FROM workout_track AS old JOIN health_import AS i ON i.n = old.import
              WHERE old.file = new.file AND old.import < ?1 AND i.exported_at_ms > ?2)
          """, arguments: [number, knownUntilMs])
      try db.execute(
        sql: """
          DELETE FROM workout_track AS old WHERE import < ?1
            AND EXISTS (SELECT 1 FROM workout_track AS new WHERE new.file = old.file AND new.import = ?1)
          """, arguments: [number])
    }
    for (file, workout) in workouts.routes {
      try db.cachedStatement(sql: "UPDATE workout_track SET workout = ?2 WHERE file = ?1 AND workout IS NOT ?2")
        .execute(arguments: [file, workout])
    }
  }
}

extension ActivityRing {
  /// The row's values in the order of the table's columns, without until when its export knows.
  fileprivate var rowValues: [DatabaseValue] {
    rowOf([
      day.description, activeKcal, activeGoalKcal, moveMin, moveGoalMin, exerciseMin, exerciseGoalMin, standHours, standGoalHours,
    ])
  }
}

extension HealthAttachment {
  /// The row's values without the import.
  fileprivate var rowValues: [DatabaseValue] {
    rowOf([file, kind, recordedAtMs, JSON.object(facts.map { ($0.key, .string($0.text)) }).text])
  }
}

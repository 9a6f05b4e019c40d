import GRDB
import HealthModel

extension ImportSession {
  /// Makes the import visible, with everything that follows from it: workouts, rings, the summaries of the days that it touched.
  ///
  /// The days are summed up by reading; others may write meanwhile. Then all of it is one short transaction.
  /// - Parameters:
  ///   - report: what the reader met.
  ///   - deletions: what a second reading of the file found out, if `deletionCheck` asked for one.
  ///   - applyingDeletions: whether the samples that vanished are removed; else they are only told.
  ///   - isDryRun: only tell what would come of it, and take everything back.
  /// - Throws: kind `.io` if the disk is full. Then call `abandon`.
  package func finish(
    _ report: ReadingReport, deletions: DeletionCheck? = nil, applyingDeletions: Bool = false, isDryRun: Bool = false, at now: Moment
  ) throws(StoreError) -> ImportOutcome {
    try flush()
    let zone = held.zone
    try library.write { db in
      // The summaries look for the zone here.
      try db.execute(
        sql: "UPDATE health_import SET zone = ?2, zone_votes = ?3 WHERE n = ?1",
        arguments: [number, zone, ImportSession.json(held.zoneVotes)])
    }
    let ledger = try library.read { db in try groups == nil ? nil : SampleLedger(in: db) }
    let dayZone = try library.read { db in
      try settings.zone ?? zone ?? ImportSession.lastZone(in: db) ?? settings.machineZone
    }
    held.workouts.setOffsets(zone: dayZone)
    let kept = try library.read { db in try held.keepChanges(in: db) }
    added += kept.added
    duplicate += kept.known
    for entry in held.workouts.entries { touched.add(startMs: entry.workout.startMs, endMs: entry.workout.endMs, isSleep: false) }

    var outcome = ImportOutcome(
      number: number, records: report.records, added: added, duplicate: duplicate, skipped: report.skipped, remarks: report.remarks,
      daysChanged: [], vanished: deletions?.groups ?? [], removed: 0, endedEarly: report.endedEarly, workoutsAdded: kept.workouts,
      zone: zone, dayZone: dayZone)
    if held.strangePoints > 0 { outcome.remarks["points of a track that are no place on Earth", default: 0] += held.strangePoints }
    let removed = applyingDeletions ? deletions?.vanished ?? [] : []
    for sample in removed { touched.add(startMs: sample.startMs, endMs: sample.endMs, isSleep: sample.type == names.sleep) }
    outcome.removed = removed.count

    // Samples can't be taken away for the eyes of one reader: then the days are summed up inside the transaction.
    if isDryRun {
      outcome.daysChanged = try library.readWithTemporaries { db in try summaryChanges(in: db) }.days
      try abandon()
      return outcome
    }
    let early = try removed.isEmpty ? library.readWithTemporaries { db in try summaryChanges(in: db) } : nil
    try library.write { db in
      try SampleRemoval.remove(removed, in: db)
      try held.write(import: number, in: db)
      let changes = try early ?? summaries(in: db)
      try changes.write(in: db)
      outcome.daysChanged = changes.days
      if report.isWhole, report.endedEarly == nil, let ledger, let seen = groups?.seen() {
        try ledger.update(with: seen, checked: deletions, isApplied: applyingDeletions, in: db)
      }
      try markDone(report, outcome, at: now, in: db)
    }
    unlock()
    return outcome
  }

  private func markDone(_ report: ReadingReport, _ outcome: ImportOutcome, at now: Moment, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE health_import SET state = 'done', ended_at_ms = ?2, exported_at_ms = ?3, whole = ?4, records = ?5, added = ?6, duplicate = ?7,
          removed = ?8, skipped = ?9, remarks = ?10, ended_early = ?11, days_changed = ?12 WHERE n = ?1
        """,
      arguments: [
        number, now.ms, report.exportedAtMs, report.isWhole && report.endedEarly == nil, outcome.records, outcome.added, outcome.duplicate,
        outcome.removed, ImportSession.json(outcome.skipped), ImportSession.json(outcome.remarks), report.endedEarly,
        outcome.daysChanged.count,
      ])
  }

  /// The summaries that change, as if the workouts that are held were written already: a view of the same name stands before their table.
  private func summaryChanges(in db: Database) throws -> SummaryChanges {
    guard !held.workouts.entries.isEmpty else { return try summaries(in: db) }
    try db.execute(sql: "CREATE TEMP TABLE held_workout AS SELECT * FROM main.workout WHERE false")
    try held.workouts.write(to: "temp.held_workout", in: db)
    try db.execute(
      sql: """
        CREATE TEMP VIEW workout AS SELECT * FROM main.workout WHERE id NOT IN (SELECT id FROM temp.held_workout)
        UNION ALL SELECT * FROM temp.held_workout
        """)
    return try summaries(in: db)
  }

  private func summaries(in db: Database) throws -> SummaryChanges {
    try Summarizer(db: db, settings: settings, runningImport: number).changes(for: touched)
  }

  private static func lastZone(in db: Database) throws -> String? {
    try String.fetchOne(db, sql: "SELECT zone FROM health_import WHERE state = 'done' AND zone IS NOT NULL ORDER BY n DESC LIMIT 1")
  }

  private static func json(_ counts: [String: Int]) -> String {
    JSON.object(counts.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) }).text
  }
}

/// Removes samples that vanished at the source. Lives inside a write transaction.
enum SampleRemoval {
  /// Removes samples, whose `type` and `source` are ids, with their details.
  static func remove(_ samples: [Sample], in db: Database) throws {
    guard !samples.isEmpty else { return }
    for table in ["sample", "sample_detail"] {
      let delete = try db.cachedStatement(
        sql: "DELETE FROM \(table) WHERE type = ? AND start_ms = ? AND source = ? AND duration_ms = ? AND value = ?")
      for sample in samples {
        try delete.execute(arguments: [sample.type, sample.startMs, sample.source, sample.durationMs, sample.value])
      }
    }
  }
}

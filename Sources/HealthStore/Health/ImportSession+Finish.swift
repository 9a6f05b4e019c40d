import GRDB
import HealthModel

extension ImportSession {
  /// Makes the import visible, with all derived data: workouts, rings, the summaries of the affected days.
  ///
  /// Summaries are computed by reading only; other programs may write meanwhile. Then everything is written in one
  /// short transaction.
  /// - Parameters:
  ///   - report: the reader's report.
  ///   - deletions: the result of a second reading of the file, if `deletionCheck` asked for one.
  ///   - applyingDeletions: whether the samples that vanished are removed; else they are only reported.
  ///   - isDryRun: only report the result, and roll everything back.
  /// - Throws: kind `.io` if the disk is full. Then call `abandon`.
  package func finish(
    _ report: ReadingReport, deletions: DeletionCheck? = nil, applyingDeletions: Bool = false, isDryRun: Bool = false, at now: Moment
  ) throws(StoreError) -> ImportOutcome {
    var report = report
    report.exportedAtMs = report.exportedAtMs.map { min($0, startedAtMs) }
    endExport(knownUntilMs: report.exportedAtMs)
    held.knownUntilMs = report.exportedAtMs
    try flush()
    let zone = held.zone
    let (kept, ledger, dayZone, foreignOffsetMin) = try library.read { db in
      let days = try Summarizer(db: db, settings: settings, runningImport: number, pending: PendingRows(zone: zone))
      if let order = report.appOrder, try order.atMs >= AppOrder.stored(in: db)?.atMs ?? 0 { held.appOrder = order }
      held.workouts.setOffsets { days.utcOffsetMin(at: $0) }
      let foreignOffsetMin = try ForeignOffset.found(report, days: days, settings: settings, in: db)
      return (try held.keepChanges(in: db), try isLedgerKept ? SampleLedger(in: db) : nil, days.zone, foreignOffsetMin)
    }
    added += kept.added
    changed += kept.changed
    duplicate += kept.known
    for entry in held.workouts.entries { touched.add(startMs: entry.workout.startMs, endMs: entry.workout.endMs, isSleep: false) }
    for old in held.workouts.replaced { touched.add(startMs: old.startMs, endMs: old.endMs, isSleep: false) }
    held.exportedAtMs = report.isWhole && report.endedEarly == nil ? report.exportedAtMs : nil
    try touchCutShortDay()
    let vanished = applyingDeletions ? deletions?.vanished ?? [] : []
    let removed = try vanished + (superseded.isEmpty ? [] : library.read { db in try superseded.gone(import: number, in: db) })
    for sample in removed { touched.add(startMs: sample.startMs, endMs: sample.endMs, isSleep: sample.type == names.sleep) }

    var outcome = ImportOutcome(
      number: number, records: report.records, added: added, changed: changed, duplicate: duplicate, skipped: report.skipped,
      remarks: report.remarks,
      daysChanged: [], vanished: deletions?.groups ?? [], removed: vanished.count, endedEarly: report.endedEarly,
      workoutsAdded: kept.workouts, zone: zone, dayZone: dayZone, foreignOffsetMin: foreignOffsetMin)
    if held.strangeWeights > 0 {
      let range = WeightEntry.range
      let remark = "weights outside \(Int(range.lowerBound))-\(Int(range.upperBound)) kg, left out of the days"
      outcome.remarks[remark, default: 0] += held.strangeWeights
    }
    if held.strangePoints > 0 { outcome.remarks["points of a track that are no place on Earth", default: 0] += held.strangePoints }

    // Samples can't be taken away for the eyes of one reader: then the days are summed up inside the transaction.
    let early = try removed.isEmpty ? library.read { db in try summaryChanges(in: db, beside: library) } : nil
    if isDryRun {
      if let early {
        outcome.daysChanged = early.days
      } else {
        outcome.daysChanged = try library.rehearse { db in
          try SampleRemoval.remove(removed, in: db)
          return try summaryChanges(in: db).days
        }
      }
      try abandon()
      return outcome
    }
    try library.write { db in
      try SampleRemoval.remove(removed, in: db)
      let changes = try early ?? summaryChanges(in: db)
      try held.write(import: number, in: db)
      try superseded.write(import: number, in: db)
      try held.appOrder?.store(in: db)
      if foreignOffsetMin != nil { try ForeignOffset.noteSaid(in: db) }
      try changes.write(in: db)
      outcome.daysChanged = changes.days
      let seen = groups.seen()
      if report.isWhole, report.endedEarly == nil, try ImportSession.isNewest(report, in: db) {
        try ledger?.update(with: seen, checked: deletions, isApplied: applyingDeletions, in: db)
      }
      try markDone(report, outcome, at: now, in: db)
      let changed = Set(seen.filter { $0.value.new.count > 0 }.keys).union(removed.map(SampleGroups.Key.init))
      try SampleChunks.mark(changed, settings: settings, in: db)
    }
    unlock()
    return outcome
  }

  /// The day in which the last export of all samples was made is complete with a newer one, and that in which this one was made isn't.
  private func touchCutShortDay() throws(StoreError) {
    guard let new = held.exportedAtMs else { return }
    let old = try library.read { db in try SummaryBasis.exportedAtMs(in: db, pending: PendingRows()) }
    for ms in [old, new].compactMap(\.self) { touched.add(startMs: ms, endMs: ms, isSleep: false) }
  }

  private func markDone(_ report: ReadingReport, _ outcome: ImportOutcome, at now: Moment, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE health_import SET state = 'done', ended_at_ms = ?2, exported_at_ms = ?3, whole = ?4, records = ?5, added = ?6, duplicate = ?7,
          changed = ?15, removed = ?8, skipped = ?9, remarks = ?10, ended_early = ?11, days_changed = ?12, zone = ?13, zone_votes = ?14 WHERE n = ?1
        """,
      arguments: [
        number, now.ms, report.exportedAtMs, report.isWhole && report.endedEarly == nil, outcome.records, outcome.added, outcome.duplicate,
        outcome.removed, ImportSession.json(outcome.skipped), ImportSession.json(outcome.remarks), report.endedEarly,
        outcome.daysChanged.count, outcome.zone, ImportSession.json(held.zoneVotes), outcome.changed,
      ])
  }

  /// Returns the changes of the affected days' summaries, with held records included.
  private func summaryChanges(in db: Database, beside library: Library? = nil) throws -> SummaryChanges {
    try Summarizer(db: db, settings: settings, runningImport: number, pending: held.pendingRows).changes(for: touched, beside: library)
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

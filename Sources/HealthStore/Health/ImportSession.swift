import BulkSQL
import FoundationEssentials
import GRDB
import Glibc
import HealthModel

/// One import on its way into the library: batches in, then all of it becomes visible at once, or nothing does.
///
/// Rows are written in transactions of some 50,000 under the import's number, with a gap in between in which others write. They aren't part
/// of the library before `finish`. An import that fails is removed by `abandon`; one that was killed, by the next. Belongs to one thread.
package final class ImportSession {
  /// The import's number in `health_import`.
  package let number: Int64
  /// New records so far. Those that are held until the end (workouts, rings, attachments) aren't counted yet.
  package internal(set) var added = 0
  /// The number of records so far with changed contents.
  package internal(set) var changed = 0
  /// Records so far that were there already, in the library or in the file.
  package internal(set) var duplicate = 0

  let library: Library
  let settings: HealthSettings
  let origin: HealthOrigin
  var names = ImportedNames()
  /// The times with new samples.
  var touched = TouchedTime()
  /// The contents of the file by type, source and day.
  var groups = SampleGroups()
  /// Only Apple's exports are whole, and show what vanished.
  var isLedgerKept: Bool { origin == .appleHealth }
  /// The records held until the end.
  var held = HeldRecords()
  /// Records with ids of which a newer version came, or that were deleted.
  var superseded = SupersededRecords()
  private var waiting = WaitingRows()
  private var aggregates: AggregateWriter
  /// The start of the import, milliseconds UTC: no export knows longer.
  let startedAtMs: Int64
  private var lock: LockFile?
  private let transactionSize: Int

  /// Begins an import: none of it is visible before `finish`. First removes the remains of interrupted imports.
  ///
  /// - Parameters:
  ///   - file: the path as the user gave it; `-` = standard input.
  ///   - transactionSize: the rows of a transaction. 50,000 take about 60 ms, the longest wait for other writers.
  /// - Throws: kind `.tryAgain` if another import is running, `.io` if the disk is full.
  package init(
    _ library: Library, file: String, origin: HealthOrigin, settings: HealthSettings, at now: Moment, transactionSize: Int = 50_000
  ) throws(StoreError) {
    self.library = library
    self.transactionSize = transactionSize
    self.settings = settings
    self.origin = origin
    lock = try ImportSession.takeLock(of: library, at: now)
    try ImportRemoval(library: library).removeLeftovers()
    number = try library.write { db in
      try db.execute(
        sql: "INSERT INTO health_import(origin, file, started_at_ms) VALUES (?, ?, ?)", arguments: [origin.rawValue, file, now.ms])
      return db.lastInsertedRowID
    }
    aggregates = AggregateWriter(import: number, mostWaiting: transactionSize)
    startedAtMs = now.ms
  }

  /// Takes the lock. Only one import can run at a time; with the lock held, an import that is still `running` in the
  /// library must have been interrupted.
  private static func takeLock(of library: Library, at now: Moment) throws(StoreError) -> LockFile {
    switch try LockFile.take(.importing, besideLibrary: library.path, nowMs: now.ms) {
    case .taken(let lock): return lock
    case .held(let sinceMs):
      let since = sinceMs.map { " since \(Moment(ms: $0, utcOffsetMin: now.utcOffsetMin).clock)" } ?? ""
      throw StoreError(code: .importRunning, message: "an import is running\(since)", hint: "try again when it has finished")
    }
  }

  /// Takes a batch. Its rows are written when enough have come together.
  ///
  /// - Throws: kind `.io` if the disk is full, `.tryAgain` if another program writes for more than 10 s. Then call `abandon`.
  package func write(_ batch: HealthBatch) throws(StoreError) {
    names.add(batch)
    duplicate += held.add(batch, sources: names.sourceNames, origin: origin)
    waiting.add(batch)
    aggregates.add(batch.aggregates)
    if batch.knownUntilMs != nil { endExport(knownUntilMs: batch.knownUntilMs) }
    if waiting.weight + aggregates.weight >= transactionSize { try flush() }
  }

  /// Removes everything written. If that fails now (a full disk), the next import does it.
  package func abandon() throws(StoreError) {
    waiting = WaitingRows()
    defer { lock = nil }
    try ImportRemoval(library: library).remove(number)
  }

  /// Lets others import again.
  func unlock() { lock = nil }

  /// Lets others write between two transactions; they look every 2 ms. An import has a thread of its own, which may sleep.
  static func letOthersWrite() { usleep(3000) }
}

// MARK: - Writing rows

extension ImportSession {
  /// Writes what waits, in one transaction, and then lets others write.
  func flush() throws(StoreError) {
    if waiting.isEmpty, aggregates.isEmpty, !names.areNew { return }
    var isDone = false
    while !isDone {
      isDone = try library.write { db in
        try names.resolve(in: db)
        for index in waiting.samples.indices { waiting.samples[index] = names.resolved(waiting.samples[index]) }
        try writeVersions(in: db)
        try write(&waiting.samples, isChange: false, in: db)
        try writeDetails(in: db)
        try writeTracks(in: db)
        return try writeAggregates(in: db)
      }
      waiting.removeAll()
      ImportSession.letOthersWrite()
    }
  }

  /// Ends an export: what came since the one before knows until then, but no longer than now.
  func endExport(knownUntilMs: Int64?) {
    let knownUntilMs = knownUntilMs.map { min($0, startedAtMs) }
    aggregates.endExport(knownUntilMs: knownUntilMs)
    duplicate += held.endExport(knownUntilMs: knownUntilMs)
  }

  /// Writes samples that have ids for names.
  /// - Parameter isChange: whether they are of newer versions of records that the library has.
  private func write(_ samples: inout [Sample], isChange: Bool, in db: Database) throws {
    guard !samples.isEmpty else { return }
    let (sleep, mass) = (names.sleep, names.mass)
    try SampleWriter(import: number, hasAdded: added + changed > 0, in: db).write(&samples) { sample, fate in
      if fate == .added {
        if isChange { changed += 1 } else { added += 1 }
        touched.add(startMs: sample.startMs, endMs: sample.endMs, isSleep: sample.type == sleep)
      } else {
        duplicate += 1
      }
      if sample.type == mass, WeightEntry.kilograms(sample.value) == nil { held.strangeWeights += 1 }
      groups.add(sample, isNew: fate != .known)
    }
  }

  /// Takes the samples of records with ids from what waits: those of a version that is older than what the library has are left out, those of
  /// a newer one are written as a change.
  private func writeVersions(in db: Database) throws {
    guard !waiting.versions.isEmpty else { return }
    var changes: [Sample] = []
    var isTaken: [Bool] = []
    let standings = try superseded.note(waiting.versions, of: waiting.samples, import: number, in: db)
    for (version, standing) in zip(waiting.versions, standings) {
      switch standing {
      case .new, .same: continue
      case .older: duplicate += version.samples.count
      case .newer:
        if version.samples.isEmpty { changed += 1 }
        changes += waiting.samples[version.samples]
      }
      if isTaken.isEmpty { isTaken = [Bool](repeating: false, count: waiting.samples.count) }
      for place in version.samples { isTaken[place] = true }
    }
    try write(&changes, isChange: true, in: db)
    if !isTaken.isEmpty { waiting.samples = zip(waiting.samples, isTaken).compactMap { $1 ? nil : $0 } }
  }

  private func writeDetails(in db: Database) throws {
    guard !waiting.details.isEmpty else { return }
    let insert = try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO sample_detail(type, start_ms, source, duration_ms, value, key, text, import) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for detail in waiting.details {
      let sample = names.resolved(detail.sample)
      try insert.execute(arguments: [
        sample.type, sample.startMs, sample.source, sample.durationMs, sample.value, detail.key, detail.text, number,
      ])
    }
  }

  /// Writes aggregates.
  /// - Returns: whether all that can be are written.
  private func writeAggregates(in db: Database) throws -> Bool {
    try aggregates.write(sources: names.sources, in: db) { isWritten, aggregate, fate in
      switch fate {
      case .added: added += 1
      case .changed: changed += 1
      case .known: duplicate += 1
      }
      guard isWritten else { return }
      held.hasAggregates = true
      let span = aggregate.touchedSpan
      touched.add(
        startMs: span.lowerBound, endMs: span.upperBound, isSleep: aggregate.measure.hasPrefix("sleep_analysis"), isSample: false)
    }
  }

  /// Tracks are too large to be held: each is written when it comes, and gets its workout at the end.
  private func writeTracks(in db: Database) throws {
    for track in waiting.tracks {
      let packed = PackedTrack(track.points)
      let bytes = Data(packed.bytes)
      held.strangePoints += packed.strangeCount
      let old = try Row.fetchOne(
        db.cachedStatement(sql: "SELECT track, points, import FROM workout_track WHERE file = ? ORDER BY import DESC LIMIT 1"),
        arguments: [track.file])
      // Of two in one import, whose order is that of the files' names, the longer counts.
      if let old, try old.value(0) == bytes || (old.value(2) == number && old.value(1) >= packed.count) {
        duplicate += 1
        continue
      }
      if old == nil { added += 1 } else { changed += 1 }
      try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO workout_track(file, import, points, start_ms, end_ms, distance_m, track) VALUES (?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [track.file, number, packed.count, packed.startMs, packed.endMs, packed.distanceM, bytes])
      held.hasTracks = true
    }
  }
}

extension HealthAggregate {
  /// All instants of the days it may count for, in any zone: a named day begins up to 14 hours before and ends up to 12 hours after UTC's.
  fileprivate var touchedSpan: ClosedRange<Int64> {
    let end = max(startMs, endMs)
    guard let day else { return startMs...end }
    let hour: Int64 = 3_600_000
    let first = Int64(day.number) * 24 * hour
    let days = max(1, (end - startMs + 12 * hour) / (24 * hour))
    return min(startMs, first - 14 * hour)...max(end, first + (days * 24 + 12) * hour)
  }
}

/// Rows that wait for the next transaction.
private struct WaitingRows {
  var samples: [Sample] = []
  /// With places in `samples`.
  var versions: [SampleVersion] = []
  var details: [SampleDetail] = []
  var tracks: [WorkoutTrack] = []
  /// The amount of writing, in rows of `sample`: a track's point is a few bytes.
  private(set) var weight = 0

  var isEmpty: Bool { weight == 0 }

  mutating func add(_ batch: HealthBatch) {
    versions += batch.versions.map { version in
      SampleVersion(
        record: version.record, modifiedMs: version.modifiedMs,
        samples: version.samples.lowerBound + samples.count..<version.samples.upperBound + samples.count)
    }
    samples += batch.samples
    details += batch.details
    tracks += batch.tracks
    weight += batch.samples.count + batch.versions.count + batch.details.count
    for track in batch.tracks { weight += 100 + track.points.count / 10 }
  }

  mutating func removeAll() {
    samples.removeAll(keepingCapacity: true)
    versions.removeAll()
    details.removeAll()
    tracks.removeAll()
    weight = 0
  }
}

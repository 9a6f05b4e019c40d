import FoundationEssentials
import GRDB
import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One import on its way into the library: batches in, then all of it becomes visible at once, or nothing does.
///
/// Rows are written in transactions of some 50,000 under the import's number, with a gap in between in which others write. They aren't part
/// of the library before `finish`. An import that fails is removed by `abandon`; one that was killed, by the next. Belongs to one thread.
package final class ImportSession {
  /// The import's number in `health_import`.
  package let number: Int64
  /// New or changed records so far. Those that are held until the end (workouts, rings, attachments) aren't counted yet.
  package internal(set) var added = 0
  /// Records so far that were there already, in the library or in the file.
  package internal(set) var duplicate = 0

  let library: Library
  let settings: HealthSettings
  let origin: HealthOrigin
  var names = ImportedNames()
  /// Which instants got new samples.
  var touched = TouchedTime()
  /// What is in the file by type, source and day.
  var groups = SampleGroups()
  /// Only Apple's exports are whole, and show what vanished.
  var isLedgerKept: Bool { origin == .appleHealth }
  /// What is held until the end.
  var held = HeldRecords()
  private var waiting = WaitingRows()
  private var lock: LockFile?
  private let transactionSize: Int

  /// Begins an import: nothing of it is visible before `finish`. First removes what is left of imports that were killed.
  ///
  /// - Parameters:
  ///   - file: the path as the user gave it; `-` = standard input.
  ///   - transactionSize: rows of a transaction. 50,000 take about 60 ms, and nobody waits longer.
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
  }

  /// One import at a time: whoever has the lock knows that an import that is still `running` in the library was interrupted.
  private static func takeLock(of library: Library, at now: Moment) throws(StoreError) -> LockFile {
    switch try LockFile.take(.importing, besideLibrary: library.path, nowMs: now.ms) {
    case .taken(let lock): return lock
    case .held(let sinceMs):
      let since = sinceMs.map { " since \(Moment(ms: $0, utcOffsetMin: now.utcOffsetMin).clock)" } ?? ""
      throw StoreError(code: .importRunning, message: "an import is running\(since)", hint: "try again when it is done")
    }
  }

  /// Takes a batch. Its rows are written when enough have come together.
  ///
  /// - Throws: kind `.io` if the disk is full, `.tryAgain` if another program writes for more than 10 s. Then call `abandon`.
  package func write(_ batch: HealthBatch) throws(StoreError) {
    names.add(batch)
    duplicate += held.add(batch, sources: names.sourceNames)
    waiting.add(batch)
    if waiting.weight >= transactionSize { try flush() }
  }

  /// Removes all that was written. What can't be removed now (a full disk) is removed by the next import.
  package func abandon() throws(StoreError) {
    waiting = WaitingRows()
    defer { lock = nil }
    try ImportRemoval(library: library).remove(number)
  }

  /// Lets others import again.
  func unlock() { lock = nil }

  /// How long others may write between two transactions. They look every 2 ms.
  static let gapMicroseconds: UInt32 = 3000
}

// MARK: - Writing rows

extension ImportSession {
  /// Writes what waits, in one transaction, and then lets others write.
  func flush() throws(StoreError) {
    if waiting.isEmpty, !names.areNew { return }
    try library.write { db in
      try names.resolve(in: db)
      try writeSamples(in: db)
      try writeDetails(in: db)
      try writeAggregates(in: db)
      try writeTracks(in: db)
    }
    waiting.removeAll()
    usleep(ImportSession.gapMicroseconds)
  }

  private func writeSamples(in db: Database) throws {
    guard !waiting.samples.isEmpty else { return }
    for index in waiting.samples.indices { waiting.samples[index] = names.resolved(waiting.samples[index]) }
    let (sleep, mass) = (names.sleep, names.mass)
    try SampleWriter(import: number, hasAdded: added > 0, in: db).write(&waiting.samples) { sample, fate in
      if fate == .added {
        added += 1
        touched.add(startMs: sample.startMs, endMs: sample.endMs, isSleep: sample.type == sleep)
      } else {
        duplicate += 1
      }
      if sample.type == mass, WeightEntry.kilograms(sample.value) == nil { held.strangeWeights += 1 }
      groups.add(sample, isNew: fate != .known)
    }
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

  /// An aggregate that says something else than before replaces the earlier import's at the end.
  private func writeAggregates(in db: Database) throws {
    guard !waiting.aggregates.isEmpty else { return }
    let latest = try db.cachedStatement(
      sql: """
        SELECT end_ms, value FROM health_aggregate WHERE measure = ? AND start_ms = ? AND source = ? ORDER BY import DESC LIMIT 1
        """)
    let insert = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO health_aggregate(measure, start_ms, source, import, end_ms, value) VALUES (?, ?, ?, ?, ?, ?)")
    for aggregate in waiting.aggregates {
      let source = names.sources[Int(aggregate.source)]
      let old = try Row.fetchOne(latest, arguments: [aggregate.measure, aggregate.startMs, source])
      if let old, old[0] == aggregate.endMs, old[1] == aggregate.value {
        duplicate += 1
        continue
      }
      try insert.execute(arguments: [aggregate.measure, aggregate.startMs, source, number, aggregate.endMs, aggregate.value])
      added += 1
      held.hasAggregates = true
      touched.add(
        startMs: aggregate.startMs, endMs: max(aggregate.startMs, aggregate.endMs), isSleep: aggregate.measure.hasPrefix("sleep_analysis"))
    }
  }

  /// Tracks are too large to be held: each is written when it comes, and gets its workout at the end.
  private func writeTracks(in db: Database) throws {
    for track in waiting.tracks {
      let packed = PackedTrack(track.points)
      let bytes = Data(packed.bytes)
      held.strangePoints += packed.strangeCount
      let old = try Data.fetchOne(
        db.cachedStatement(sql: "SELECT track FROM workout_track WHERE file = ? ORDER BY import DESC LIMIT 1"), arguments: [track.file])
      if old == bytes {
        duplicate += 1
        continue
      }
      try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO workout_track(file, import, points, start_ms, end_ms, distance_m, track) VALUES (?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [track.file, number, packed.count, packed.startMs, packed.endMs, packed.distanceM, bytes])
      added += 1
      held.hasTracks = true
    }
  }
}

/// Rows that wait for the next transaction.
private struct WaitingRows {
  var samples: [Sample] = []
  var details: [SampleDetail] = []
  var aggregates: [HealthAggregate] = []
  var tracks: [WorkoutTrack] = []
  /// How much writing it is, in rows of `sample`: a track's point is a few bytes.
  private(set) var weight = 0

  var isEmpty: Bool { weight == 0 }

  mutating func add(_ batch: HealthBatch) {
    samples += batch.samples
    details += batch.details
    aggregates += batch.aggregates
    tracks += batch.tracks
    weight += batch.samples.count + batch.details.count + batch.aggregates.count
    for track in batch.tracks { weight += 100 + track.points.count / 10 }
  }

  mutating func removeAll() {
    samples.removeAll(keepingCapacity: true)
    details.removeAll()
    aggregates.removeAll()
    tracks.removeAll()
    weight = 0
  }
}

import BulkSQL
import DayTotals
import GRDB
import HealthModel

/// Reads all that some days in a row are computed from.
struct WindowReader {
  let basis: SummaryBasis
  let samples: SampleReader
  /// The maximum time before a day at which a sample that reaches into it may begin, milliseconds.
  let longestMs: Int64
  private let db: Database
  private let sources: SourceTable
  private let pending: PendingRows
  private let visible: String
  private let hasAggregates: Bool
  private let exportedAtMs: Int64?

  /// - Parameter longestMs: as `SummaryBasis.storedLongestMs`; `nil` = it is looked for.
  init(_ db: Database, basis: SummaryBasis, pending: PendingRows, runningImport: Int64?, longestMs: Int64?) throws {
    self.db = db
    self.basis = basis
    self.pending = pending
    sources = try SourceTable(db)
    samples = try SampleReader(db, sources: sources, runningImport: runningImport)
    self.longestMs = try longestMs ?? samples.longestMs()
    visible = try SampleReader.visible(db, runningImport)
    exportedAtMs = try SummaryBasis.exportedAtMs(in: db, pending: pending)
    hasAggregates = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM health_aggregate)") ?? false
  }

  /// The borders of days in the basis' zone.
  func days(from first: Day, through last: Day) -> LocalDays {
    LocalDays(from: first, through: last, offset: basis.rules.offsetMs)
  }

  /// The local day of an instant; of one before 1969 or after the year 9999 the first or last that there is.
  func day(of instantMs: Int64) -> Day {
    let ms = min(max(instantMs, TouchedTime.range.lowerBound - TouchedTime.yearMs), TouchedTime.range.upperBound)
    let local = ms + basis.rules.offsetMs(at: ms)
    let day = Day(number: Int(local >= 0 ? local / 86_400_000 : (local - 86_399_999) / 86_400_000))
    // A clock that went back over midnight shows a day again that is over.
    let near = days(from: day.adding(-1), through: day.adding(1))
    return near.day(of: ms) ?? day
  }

  /// Returns the data that the days are computed from.
  func inputs(from first: Day, through last: Day) throws -> DayInputs {
    let days = days(from: first, through: last)
    let span = days.startMs..<days.endMs
    var sources = sources
    let workouts = try workouts(near: span, &sources)
    var inputs = DayInputs(days: days, zone: basis.zone, sources: sources.sources, ranks: basis.ranks, sleepRanks: basis.sleepRanks)
    guard !span.isEmpty else { return inputs }
    inputs.workouts = workouts.map { workout, source in
      WorkoutSpan(
        activity: workout.activity, startMs: workout.startMs, endMs: workout.endMs, durationMin: workout.durationMin,
        energyKcal: workout.energyKcal, source: source,
        // Entries by hand come first here, too.
        rank: workout.source == WindowReader.byHand ? -1 : inputs.ranks[Int(source)])
    }
    if hasAggregates {
      try AggregateReader(db, visible: visible, sources: sources).read(near: span, into: &inputs)
      inputs.expectSamples()
    }
    for (type, role) in samples.types {
      if role == .sleep {
        for reading in try SleepReader(samples: samples, longestMs: longestMs).readings(endingIn: span) { inputs.add(reading, as: role) }
        continue
      }
      try samples.each(of: type, start: span.lowerBound - (role.isSpread ? longestMs : 0)..<span.upperBound) { reading in
        if reading.endMs >= span.lowerBound { inputs.add(reading, as: role) }
      }
    }
    if let exportedAtMs, let day = days.index(of: exportedAtMs) { inputs.cutShort = [day] }
    try readRings(into: &inputs)
    return inputs
  }

  /// Two days before and after are enough to see what a workout overlaps.
  private func workouts(near span: Range<Int64>, _ sources: inout SourceTable) throws -> [(PendingRows.Workout, Int32)] {
    let near = span.lowerBound - WindowReader.marginMs..<span.upperBound + WindowReader.marginMs
    let pending = pending.workouts.filter { near.contains($0.startMs) }
    let replaced = Set(pending.map(WorkoutKey.init))
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT activity, start_ms, end_ms, coalesce(duration_min, (end_ms - start_ms) / 60000.0), source, id, energy_kcal FROM workout
          WHERE start_ms >= ? AND start_ms < ?
          """), arguments: [near.lowerBound, near.upperBound])
    let stored = try rows.filter { try !self.pending.replacedWorkouts.contains($0.value(5)) }.map {
      try PendingRows.Workout(
        activity: $0.value(0), startMs: $0.value(1), endMs: $0.value(2), durationMin: $0.value(3), energyKcal: $0.value(6),
        source: $0.value(4))
    }
    return (stored.filter { !replaced.contains(WorkoutKey($0)) } + pending).map { ($0, sources.place(ofName: $0.source)) }
  }

  /// The key by which two rows are the same workout of the same source.
  private struct WorkoutKey: Hashable {
    let activity: String
    let startMs: Int64
    let endMs: Int64
    let source: String

    init(_ workout: PendingRows.Workout) {
      (activity, startMs, endMs, source) = (workout.activity, workout.startMs, workout.endMs, workout.source)
    }
  }

  private func readRings(into inputs: inout DayInputs) throws {
    let days = inputs.days
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT day, active_kcal, exercise_min FROM activity_ring WHERE day BETWEEN ? AND ?"),
      arguments: [days.first.description, days.last.description])
    for row in rows {
      guard let day = try Day(row.value(0) as String) else { continue }
      var ring = ActivityRing(day: day)
      ring.activeKcal = try row.value(1)
      ring.exerciseMin = try row.value(2)
      inputs.rings[day.number - days.first.number] = ring
    }
    for ring in pending.rings where ring.day >= days.first && ring.day <= days.last {
      inputs.rings[ring.day.number - days.first.number] = ring
    }
  }

  /// `workout.source` of what a person put in.
  private static let byHand = "user"
  private static let marginMs: Int64 = 2 * 86_400_000
}

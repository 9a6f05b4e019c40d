import BulkSQL
import DayTotals
import GRDB
import HealthModel

/// The days whose results may change when samples come or go.
struct TouchedDays {
  private let db: Database
  private let reader: WindowReader

  init(_ db: Database, reader: WindowReader) {
    self.db = db
    self.reader = reader
  }

  /// Runs of days, sorted and apart.
  ///
  /// A sample changes the days that it reaches into; one of sleep also the days on which a night ended or now ends that it is part of; a
  /// workout also those of the workouts it overlaps, for one of them may count no longer.
  func days(of touched: TouchedTime, pending: PendingRows) throws -> [ClosedRange<Day>] {
    var numbers: Set<Int> = []
    func insert(_ startMs: Int64, _ endMs: Int64) {
      numbers.formUnion(reader.day(of: startMs).number...reader.day(of: max(startMs, endMs)).number)
    }
    for stretch in TouchedTime.stretches(touched.hours) {
      let chain = try workouts(overlapping: stretch)
      insert(chain.lowerBound, chain.upperBound - 1)
    }
    let sleep = SleepReader(samples: reader.samples, longestMs: reader.longestMs)
    for stretch in TouchedDays.joined(TouchedTime.stretches(touched.sleepHours)) {
      insert(stretch.lowerBound - SleepTimeline.gapMs, try sleep.end(ofSessionsNear: stretch))
      for day in try daysOfSessions(near: stretch) { numbers.insert(day.number) }
    }
    for ring in pending.rings { if try isNew(ring) { numbers.insert(ring.day.number) } }
    return TouchedDays.runs(numbers)
  }

  /// The stretch with all workouts that overlap it, and those that overlap these: a year on both sides at most.
  private func workouts(overlapping stretch: Range<Int64>) throws -> Range<Int64> {
    let statement = try db.cachedStatement(
      sql: "SELECT min(start_ms), max(end_ms) FROM workout WHERE start_ms >= ? AND start_ms <= ? AND end_ms >= ?")
    var chain = stretch
    while true {
      let row = try Row.fetchOne(
        statement, arguments: [chain.lowerBound - TouchedDays.workoutMs, chain.upperBound, chain.lowerBound])
      guard let row, let start = try row.value(0) as Int64?, let end = try row.value(1) as Int64? else { return chain }
      let first = max(min(start, chain.lowerBound), stretch.lowerBound - TouchedTime.yearMs)
      let longer = first..<min(max(end, chain.upperBound), stretch.upperBound + TouchedTime.yearMs)
      if longer == chain { return chain }
      chain = longer
    }
  }

  /// The days of the nights, as they are in the library, that a stretch is part of.
  private func daysOfSessions(near stretch: Range<Int64>) throws -> [Day] {
    let from = stretch.lowerBound - SleepTimeline.gapMs
    let rows = try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT DISTINCT s.day FROM sleep_session AS s JOIN derived AS d ON d.kind = 'sleep_session' AND d.id = s.id
          WHERE s.day >= ? AND s.start_ms <= ? AND s.end_ms >= ?
          """),
      arguments: [reader.day(of: max(0, from)).adding(-1).description, stretch.upperBound + SleepTimeline.gapMs, from])
    return rows.compactMap { Day($0) }
  }

  private func isNew(_ ring: ActivityRing) throws -> Bool {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT active_kcal, exercise_min FROM activity_ring WHERE day = ?"), arguments: [ring.day.description])
    guard let row else { return true }
    return try row.value(0) as Double? != ring.activeKcal || row.value(1) as Double? != ring.exerciseMin
  }

  /// Stretches less than a day apart as one, in pieces of at most two months: fewer looks, and never much in memory.
  private static func joined(_ stretches: [Range<Int64>]) -> [Range<Int64>] {
    var joined: [Range<Int64>] = []
    for stretch in stretches {
      if let last = joined.last, stretch.lowerBound - last.upperBound < 86_400_000,
        stretch.upperBound - last.lowerBound < 64 * 86_400_000
      {
        joined[joined.count - 1] = last.lowerBound..<stretch.upperBound
      } else {
        joined.append(stretch)
      }
    }
    return joined
  }

  private static func runs(_ numbers: Set<Int>) -> [ClosedRange<Day>] {
    var runs: [ClosedRange<Day>] = []
    for number in numbers.sorted() {
      let day = Day(number: number)
      if let last = runs.last, last.upperBound.adding(1) == day {
        runs[runs.count - 1] = last.lowerBound...day
      } else {
        runs.append(day...day)
      }
    }
    return runs
  }

  /// The maximum length of a workout that is considered, milliseconds.
  private static let workoutMs: Int64 = 2 * 86_400_000
}

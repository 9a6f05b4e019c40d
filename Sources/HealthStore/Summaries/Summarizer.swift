import BulkSQL
import DayTotals
import GRDB
import HealthModel

/// Recomputes days from the samples in the library. Reads only, and returns the changes.
package struct Summarizer {
  private let db: Database
  private let settings: HealthSettings
  private let basis: SummaryBasis
  private let pending: PendingRows
  private let runningImport: Int64?

  /// - Parameters:
  ///   - runningImport: the import whose rows count although it isn't done yet.
  ///   - pending: the data that the import holds back until its end.
  /// - Throws: `StoreError` of kind `.badData` when the settings name a zone that isn't installed.
  package init(db: Database, settings: HealthSettings, runningImport: Int64? = nil, pending: PendingRows = PendingRows()) throws {
    self.db = db
    self.settings = settings
    self.pending = pending
    self.runningImport = runningImport
    basis = try SummaryBasis(db, settings: settings, pending: pending)
  }

  /// IANA name of the zone whose midnight begins a day.
  package var zone: String { basis.zone }

  /// The rules of that zone.
  package var rules: ZoneRules { basis.rules }

  /// Minutes that the clocks of that zone are ahead of UTC at an instant, milliseconds UTC.
  package func utcOffsetMin(at ms: Int64) -> Int { basis.rules.offsetMin(at: ms) }

  /// Whether the library's days were computed by another zone, other ranks or other rules, or never.
  package func isOutOfDate() throws -> Bool { try SummaryBasis.stored(in: db) != basis.text }

  /// Whether an environment variable sets another zone than that of the library's days.
  func isPassing() throws -> Bool { try basis.isPassing(settings, in: db) }

  /// Computes the days `first` through `last`, in windows, without comparing them.
  func eachWindow(from first: Day, through last: Day, _ body: (DayInputs, DayResults, SummaryBasis) -> Void) throws {
    let reader = try reader(longestMs: SummaryBasis.storedLongestMs(in: db))
    var next = first
    while next <= last {
      let inputs = try reader.inputs(from: next, through: Swift.min(last, next.adding(Summarizer.windowDays - 1)))
      body(inputs, DayResults(inputs), basis)
      next = inputs.days.last.adding(1)
    }
  }

  /// Returns the changes of the affected days; of all days if they were computed with another zone, other ranks or
  /// other rules.
  /// - Parameter library: as in `allChanges`.
  package func changes(for touched: TouchedTime, beside library: Library? = nil) throws -> SummaryChanges {
    guard let longestMs = try SummaryBasis.storedLongestMs(in: db), try !isOutOfDate() else { return try allChanges(beside: library) }
    let reader = try reader(longestMs: max(longestMs, touched.longestMs))
    let days = try TouchedDays(db, reader: reader).days(of: touched, pending: pending)
    return try changes(on: days, reader, isAll: false)
  }

  /// Returns the changes if every day is recomputed.
  /// - Parameter library: the library for a second connection, which computes the later half of a long history in
  ///   parallel. `nil` inside a transaction that wrote samples, which other connections don't see.
  package func allChanges(beside library: Library? = nil) throws -> SummaryChanges {
    let reader = try reader(longestMs: nil)
    var collector = try ChangeCollector(db, basis: basis)
    if let library, let middle = try middle(reader) {
      let later = BackgroundJob("hsync.summaries") { [settings, runningImport, pending, longestMs = reader.longestMs] in
        try library.readBeside { db in
          let summarizer = try Summarizer(db: db, settings: settings, runningImport: runningImport, pending: pending)
          var collector = try ChangeCollector(db, basis: summarizer.basis)
          let reader = try summarizer.reader(longestMs: longestMs)
          try summarizer.collect(middle..<TouchedTime.range.upperBound, reader, into: &collector)
          return collector.found
        }
      }
      let sooner = Result { try collect(TouchedTime.range.lowerBound..<middle, reader, into: &collector) }
      collector.add(try later.result())
      try sooner.get()
    } else {
      try collect(TouchedTime.range.lowerBound..<TouchedTime.range.upperBound, reader, into: &collector)
    }
    return try collector.changes(isAll: true, longestMs: reader.longestMs)
  }

  /// Computes and compares the days of a span that begins and ends with a day.
  private func collect(_ span: Range<Int64>, _ reader: WindowReader, into collector: inout ChangeCollector) throws {
    let others = try otherStarts(reader).sorted()
    var place = 0
    var at = span.lowerBound
    while at < span.upperBound {
      while place < others.count, others[place] < at { place += 1 }
      // Samples from before `at` may reach into the days from it on. Otherwise a stretch without samples is skipped.
      let next = try reaches(at, reader) ? at : reader.samples.nextStart(from: at)
      guard let start = min(next, place < others.count ? others[place] : nil), start < span.upperBound else { break }
      let first = reader.day(of: start)
      let last = Swift.min(first.adding(Summarizer.windowDays - 1), reader.day(of: span.upperBound - 1))
      let inputs = try reader.inputs(from: first, through: last)
      try collector.compare(DayResults(inputs), of: inputs)
      at = inputs.days.endMs
    }
  }

  /// The beginning of the day in the middle of all samples; `nil` when there are too few days to be worth a second connection.
  private func middle(_ reader: WindowReader) throws -> Int64? {
    guard let first = try reader.samples.nextStart(from: TouchedTime.range.lowerBound), let last = try reader.samples.lastStart(),
      last - first > Int64(2 * Summarizer.windowDays) * 86_400_000
    else { return nil }
    let day = reader.day(of: first + (last - first) / 2)
    return reader.days(from: day, through: day).startMs
  }

  /// Returns the changes if the days `first` through `last` are recomputed.
  package func changes(from first: Day, through last: Day) throws -> SummaryChanges {
    guard let longestMs = try SummaryBasis.storedLongestMs(in: db), try !isOutOfDate() else { return try allChanges() }
    return try changes(on: [first...max(first, last)], reader(longestMs: longestMs), isAll: false)
  }

  /// Returns the data that a day is computed from.
  func inputs(of day: Day) throws -> DayInputs {
    try reader(longestMs: SummaryBasis.storedLongestMs(in: db)).inputs(from: day, through: day)
  }

  private func reader(longestMs: Int64?) throws -> WindowReader {
    try WindowReader(db, basis: basis, pending: pending, runningImport: runningImport, longestMs: longestMs)
  }

  private func changes(on days: [ClosedRange<Day>], _ reader: WindowReader, isAll: Bool) throws -> SummaryChanges {
    var collector = try ChangeCollector(db, basis: basis)
    for run in days {
      var first = run.lowerBound
      while first <= run.upperBound {
        let inputs = try reader.inputs(from: first, through: Swift.min(run.upperBound, first.adding(Summarizer.windowDays - 1)))
        try collector.compare(DayResults(inputs), of: inputs)
        first = inputs.days.last.adding(1)
      }
    }
    return try collector.changes(isAll: isAll, longestMs: reader.longestMs)
  }

  /// Whether something that began before an instant goes on after it.
  private func reaches(_ ms: Int64, _ reader: WindowReader) throws -> Bool {
    if try SleepReader(samples: reader.samples, longestMs: reader.longestMs).end(ofSessionsNear: ms - 1..<ms) > ms { return true }
    var reaches = false
    for (type, role) in reader.samples.types where role.isSpread && !reaches {
      try reader.samples.each(of: type, start: ms - reader.longestMs..<ms) { if $0.endMs > ms { reaches = true } }
    }
    return reaches
  }

  /// Instants of everything but samples that may make a day, milliseconds UTC.
  private func otherStarts(_ reader: WindowReader) throws -> [Int64] {
    let stored = try Int64.fetchAll(
      db,
      sql: """
        SELECT start_ms FROM workout UNION SELECT start_ms FROM health_aggregate
        UNION SELECT start_ms + (end_ms - start_ms) / 2 FROM health_aggregate UNION SELECT end_ms - 1 FROM health_aggregate
        """)
    // Each day of a week, a month or a year has its share.
    let long = try Row.fetchAll(
      db, sql: "SELECT DISTINCT start_ms, end_ms FROM health_aggregate WHERE end_ms - start_ms > \(Summarizer.dayMs)")
    let inside = Set(
      try long.flatMap { row in
        let (start, end): (Int64, Int64) = try (row.value(0), row.value(1))
        return stride(from: start, through: Swift.min(end, start + TouchedTime.yearMs), by: Int(Summarizer.dayMs))
      })
    let rings = try String.fetchAll(db, sql: "SELECT day FROM activity_ring").compactMap { Day($0) } + pending.rings.map(\.day)
    let named = try String.fetchAll(db, sql: "SELECT DISTINCT day FROM health_aggregate WHERE day IS NOT NULL").compactMap { Day($0) }
    return stored + inside + pending.workouts.map(\.startMs)
      + Set(rings + named).map { reader.days(from: $0, through: $0).startMs }
  }

  /// The lesser of those that are there.
  private func min(_ a: Int64?, _ b: Int64?) -> Int64? { [a, b].compactMap(\.self).min() }

  /// Days that are read at once: enough that reading a little more at the edges doesn't matter, few enough to need little memory.
  private static let windowDays = 64
  private static let dayMs: Int64 = 86_400_000
}

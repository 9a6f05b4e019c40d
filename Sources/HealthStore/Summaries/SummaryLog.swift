import BulkSQL
import DayTotals
import GRDB
import HealthModel

/// Day summaries for display: reading, explaining, comparing with the rings, recomputing.
package struct SummaryLog: Sendable {
  private let library: Library
  private let settings: HealthSettings?

  /// The days of a library.
  ///
  /// - Parameter settings: As these have them: where the stored days were computed by another zone or other ranks, they are computed as they are
  ///   read. `nil` = as they are stored.
  package init(_ library: Library, as settings: HealthSettings? = nil) {
    self.library = library
    self.settings = settings
  }

  /// Returns the days `first` through `last` that have any data, in order.
  ///
  /// If several devices computed a day, the one with the most samples counts, and of equals the one written last.
  /// - Parameter amounts: The amounts that are wanted; others may be `nil` though they are known. Each costs time.
  package func summaries(
    from first: Day, through last: Day, _ amounts: [DaySummary.Amount] = DaySummary.amounts
  ) throws(StoreError) -> [DaySummary] {
    try library.read { db in try summaries(db, from: first, through: last, amounts) }
  }

  /// For commands that only display: updates the stored days if they don't match the settings.
  ///
  /// Not when an environment variable sets another zone, or when the library can't be written now: then days are
  /// computed while they are read.
  package func follow() {
    guard let settings, (try? library.read { db in try SummaryBasis.isSurelyCurrent(settings, in: db) }) == false, !asksInPassing else {
      return
    }
    // Reading meets the same error, unless only writing fails.
    _ = try? bringUpToDate(settings: settings)
  }

  /// Whether an environment variable sets another zone than that of the stored days. Commands that only display must
  /// then not store computed days, not even for newly read samples.
  package var asksInPassing: Bool {
    guard let settings, settings.isZonePassing else { return false }
    return (try? library.read { db in try Summarizer(db: db, settings: settings).isPassing() }) ?? true
  }

  /// Recomputes all days if the zone, the ranks or the rules differ from those they were computed with; else returns
  /// quickly.
  ///
  /// - Returns: the number of changed days.
  /// - Throws: kind `.badData` when the settings name a zone that isn't installed.
  @discardableResult
  package func bringUpToDate(settings: HealthSettings) throws(StoreError) -> Int {
    // A library that can't be written is shown as it is.
    if library.isReadOnly { return 0 }
    let changes = try library.read { db -> SummaryChanges? in
      // Nothing was imported here, so that nothing can be out of date.
      guard try Bool.fetchOne(db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM health_import WHERE state = 'done')")) == true else {
        return nil
      }
      let summarizer = try Summarizer(db: db, settings: settings)
      return try summarizer.isOutOfDate() ? summarizer.allChanges() : nil
    }
    guard let changes else { return 0 }
    try library.write { db in try changes.write(in: db) }
    return changes.days.count
  }

  /// Recomputes days, all if there are no limits, and writes the differences.
  ///
  /// - Throws: kind `.badData` when the settings name a zone that isn't installed.
  package func rebuild(
    from first: Day?, through last: Day?, settings: HealthSettings
  ) throws(StoreError) -> RebuildReport {
    let start = ContinuousClock.now
    let changes = try library.read { db in
      let summarizer = try Summarizer(db: db, settings: settings)
      guard first != nil || last != nil, let known = try SummaryLog.knownDays(db) else { return try summarizer.allChanges() }
      let from = first ?? min(known.lowerBound, last ?? known.lowerBound)
      return try summarizer.changes(from: from, through: last ?? max(known.upperBound, from))
    }
    try library.write { db in try changes.write(in: db) }
    return RebuildReport(days: changes.computed, changed: changes.days.count, ms: SummaryLog.milliseconds(ContinuousClock.now - start))
  }

  /// Returns an explanation of a day's numbers, from the samples in this library.
  ///
  /// - Throws: kind `.badData` when the settings name a zone that isn't installed.
  package func explanation(of day: Day, settings: HealthSettings) throws(StoreError) -> DayExplanation {
    try library.read { db in
      let summarizer = try Summarizer(db: db, settings: settings)
      let inputs = try summarizer.inputs(of: day)
      return DayExplanation(
        inputs, shown: try summaries(db, from: day, through: day).first, utcOffsetMin: summarizer.utcOffsetMin)
    }
  }

  /// The days on which the rings showed something, beside what the samples come to.
  package func ringChecks(from first: Day, through last: Day) throws(StoreError) -> [RingCheck] {
    try library.read { db in
      let summaries = try Dictionary(uniqueKeysWithValues: summaries(db, from: first, through: last).map { ($0.day, $0) })
      let rings = try Row.fetchAll(
        db, sql: "SELECT day, active_kcal, exercise_min FROM activity_ring WHERE day BETWEEN ? AND ? ORDER BY day",
        arguments: [first.description, last.description])
      return try rings.compactMap { row in
        try Day(row.value(0) as String).map { day in
          try RingCheck(
            day: day, activeKcal: summaries[day]?.activeKcal, ringActiveKcal: row.value(1), exerciseMin: summaries[day]?.exerciseMin,
            ringExerciseMin: row.value(2))
        }
      }
    }
  }

  /// In steps of a thousandth.
  private static func milliseconds(_ time: Duration) -> Double {
    (Double(time.components.seconds) * 1e6 + Double(time.components.attoseconds) / 1e12).rounded() / 1000
  }

  private func summaries(
    _ db: Database, from first: Day, through last: Day, _ amounts: [DaySummary.Amount] = DaySummary.amounts
  ) throws -> [DaySummary] {
    let view = try settings.flatMap { try DayView(db, as: $0, from: first, through: last) }
    let columns = DaySummary.columns(with: amounts)
    // A row that isn't agreed with a backend yet has no version; it is this device's and the newest there is.
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT \(columns.map { "s.\($0)" }.joined(separator: ", ")), s.id = s.day || '/' || (SELECT device FROM sync_state) FROM day_summary AS s
          LEFT JOIN outbox AS o ON o.kind = 'day_summary' AND o.id = s.id
          LEFT JOIN version AS v ON v.kind = 'day_summary' AND v.id = s.id
          WHERE s.day BETWEEN ? AND ? ORDER BY s.day, s.samples DESC, coalesce(o.hlc, v.hlc, 0) DESC, s.id
          """), arguments: [first.description, last.description])
    var stored: [DaySummary] = []
    while let row = try rows.next() {
      // With a view, the days of this device are computed.
      if view != nil, try row.value(columns.count) ?? false { continue }
      if let summary = try DaySummary(row: row, amounts) { stored.append(summary) }
    }
    guard let view else { return SummaryLog.firstOfEachDay(stored) }
    // The sort is stable: of equals the one that is computed now.
    return SummaryLog.firstOfEachDay(
      (view.summaries + stored).sorted { ($0.day, $1.coverage.samples) < ($1.day, $0.coverage.samples) })
  }

  private static func firstOfEachDay(_ candidates: [DaySummary]) -> [DaySummary] {
    var summaries: [DaySummary] = []
    for summary in candidates where summaries.last?.day != summary.day { summaries.append(summary) }
    return summaries
  }

  /// The latest day of which anything is known; `nil` = none.
  package func newestDay() throws(StoreError) -> Day? {
    try library.read { db in try String.fetchOne(db.cachedStatement(sql: "SELECT max(day) FROM day_summary")).flatMap { Day($0) } }
  }

  private static func knownDays(_ db: Database) throws -> ClosedRange<Day>? {
    guard let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT min(day), max(day) FROM day_summary")),
      let first = try (row.value(0) as String?).flatMap({ Day($0) }),
      let last = try (row.value(1) as String?).flatMap({ Day($0) })
    else { return nil }
    return first...last
  }
}

/// The result of recomputing days.
package struct RebuildReport: Sendable, Hashable {
  /// Days that something is known of, among those computed.
  package let days: Int
  /// Days that came out otherwise.
  package let changed: Int
  /// The duration, milliseconds.
  package let ms: Double

  /// `days`, `changed`, `ms`.
  package var json: JSON { .object([("days", JSON(days)), ("changed", JSON(changed)), ("ms", JSON(ms))]) }
}

/// The rings' values on a day, beside those computed from samples.
///
/// They don't agree to the last kilocalorie: the rings belong to the day of the zone one was in, and Apple's way of merging isn't known.
package struct RingCheck: Sendable, Hashable {
  package let day: Day
  /// Active energy as summed here; `nil` = no samples.
  package let activeKcal: Double?
  /// The ring's active energy; `nil` = not known.
  package let ringActiveKcal: Double?
  /// Exercise as summed here; `nil` = no samples.
  package let exerciseMin: Double?
  /// The ring's exercise minutes; `nil` = not known.
  package let ringExerciseMin: Double?

  /// The relative difference to the ring's energy: -0.02 = 2 % less than the ring. `nil` if either isn't known.
  package var activeDifference: Double? {
    guard let activeKcal, let ringActiveKcal, ringActiveKcal > 0 else { return nil }
    return activeKcal / ringActiveKcal - 1
  }

  /// Whether the energies are within 5 %, or 10 kcal on a quiet day. `nil` where either isn't known.
  package var isClose: Bool? {
    guard let activeKcal, let ringActiveKcal, ringActiveKcal > 0 else { return nil }
    return abs(activeKcal - ringActiveKcal) <= max(10, 0.05 * ringActiveKcal)
  }

  /// `day`, `active_kcal`, `ring_active_kcal`, `exercise_min`, `ring_exercise_min`, `close`.
  package var json: JSON {
    func number(_ value: Double?) -> JSON { value.map { JSON($0) } ?? .null }
    return .object([
      ("day", .string(day.description)), ("active_kcal", number(activeKcal)), ("ring_active_kcal", number(ringActiveKcal)),
      ("exercise_min", number(exerciseMin)), ("ring_exercise_min", number(ringExerciseMin)), ("close", isClose.map { .bool($0) } ?? .null),
    ])
  }
}

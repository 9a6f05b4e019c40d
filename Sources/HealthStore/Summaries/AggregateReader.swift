import BulkSQL
import DayTotals
import GRDB
import HealthModel

/// Reads the sums and means that other programs made, each for the day, or the days, that it counts for.
struct AggregateReader {
  private let db: Database
  /// A condition that leaves out rows of imports that aren't done; as `SampleReader.visible`.
  private let visible: String
  private let sources: SourceTable

  init(_ db: Database, visible: String, sources: SourceTable) {
    self.db = db
    self.visible = visible
    self.sources = sources
  }

  /// A row of `health_aggregate`.
  private struct Stored {
    let startMs: Int64
    let endMs: Int64
    let source: Int64
    let number: Int64
    let value: Double
    let day: Day?
    let isGuess: Bool
    let knownUntilMs: Int64?

    init(row: Row) throws {
      (startMs, endMs, source, number, value) = try (row.value(0), row.value(1), row.value(2), row.value(3), row.value(4))
      day = try (row.value(5) as String?).flatMap { Day($0) }
      (isGuess, knownUntilMs) = try (row.value(6), row.value(7))
    }

    func isVersion(of other: Stored) -> Bool { startMs == other.startMs && endMs == other.endMs && source == other.source }
  }

  /// Adds the aggregates that count for the days.
  ///
  /// An aggregate with a day counts for it in any zone. Otherwise a span counts as a whole for the day of its middle,
  /// sleep for the day it ends on. A sum over more than a day is divided evenly among its days.
  /// - Parameter span: the days' first and last instant.
  func read(near span: Range<Int64>, into inputs: inout DayInputs) throws {
    for measure in Self.measures {
      for row in try rows(measure, near: span) {
        // A negative value isn't an amount, and takes nothing from other sources.
        guard row.value >= 0, let place = sources.place(ofID: row.source) else { continue }
        for (day, clipped, value, isShare) in days(of: row, measure, inputs.days) {
          inputs.aggregates[measure, default: [:]][day, default: []].append(
            AggregateSpan(
              startMs: clipped.lowerBound, endMs: clipped.upperBound, value: value, source: place, rank: inputs.ranks[Int(place)],
              recency: Recency(knownUntilMs: row.knownUntilMs, importNumber: row.number), isGuess: row.isGuess,
              isMerged: sources.isMerged(place), isShare: isShare))
        }
      }
    }
  }

  /// The most recent version of each row that may count for the days: that of the newest import, as imports write no other
  /// (`AggregateWriter`).
  private func rows(_ measure: String, near span: Range<Int64>) throws -> [Stored] {
    let columns = "SELECT start_ms, end_ms, source, import, value, day, guess, known_until_ms FROM health_aggregate"
    let order = "ORDER BY start_ms, end_ms, source, import"
    let short = try db.cachedStatement(
      sql: "\(columns) WHERE measure = ? AND start_ms >= ? AND start_ms < ? AND end_ms - start_ms <= \(Self.longMs)\(visible) \(order)")
    // By an index of its own, so that years of minutes aren't gone through for a few weeks and months.
    let long = try db.cachedStatement(
      sql: "\(columns) WHERE measure = ? AND start_ms >= ? AND start_ms < ? AND end_ms - start_ms > \(Self.longMs)\(visible) \(order)")
    var kept: [Stored] = []
    for (statement, back) in [(short, Self.marginMs), (long, Self.longestMs)] {
      for row in try Row.fetchAll(statement, arguments: [measure, span.lowerBound - back, span.upperBound + Self.marginMs]) {
        let row = try Stored(row: row)
        if let last = kept.last, last.isVersion(of: row) { kept.removeLast() }
        kept.append(row)
      }
    }
    return kept
  }

  /// Returns the days that a row counts for, the part of the day that it covers, and its value.
  private func days(of row: Stored, _ measure: String, _ days: LocalDays) -> [(
    day: Int, clipped: Range<Int64>, value: Double, isShare: Bool
  )] {
    let length = row.endMs - row.startMs
    let isSleep = measure.hasPrefix("sleep_analysis")
    if let first = row.day {
      let place = first.number - days.first.number
      let count = isSleep ? 1 : max(1, (length + Self.dayMs / 2) / Self.dayMs)
      guard count > 1 else {
        guard place >= 0, place < days.count else { return [] }
        return [(place, isSleep ? row.startMs..<max(row.startMs, row.endMs) : days.span(place), row.value, false)]
      }
      guard Self.isSum(measure) else { return [] }
      let share = row.value / Double(count)
      return (max(0, place)..<max(0, min(days.count, place + Int(count)))).map { ($0, days.span($0), share, true) }
    }
    if !isSleep, length > Self.dayMs + 2 * Self.hourMs {
      guard Self.isSum(measure) else { return [] }
      return (0..<days.count).compactMap { day in
        let overlap = days.span(day).clamped(to: row.startMs..<row.endMs)
        guard !overlap.isEmpty else { return nil }
        return (day, overlap, row.value * (Double(overlap.upperBound - overlap.lowerBound) / Double(length)), true)
      }
    }
    let at = isSleep ? max(row.startMs, row.endMs - 1) : row.startMs + max(0, length) / 2
    guard let day = days.index(of: at) else { return [] }
    let all = row.startMs..<max(row.startMs, row.endMs)
    let span = days.span(day)
    let clipped = isSleep ? all : max(all.lowerBound, span.lowerBound)..<min(all.upperBound, span.upperBound)
    return [(day, clipped, row.value, false)]
  }

  /// Whether the measure adds up over time.
  private static func isSum(_ measure: String) -> Bool { sums.contains(measure) }

  private static let sums = Set(Measure.allCases.map(\.type) + ["mindful_session"])

  /// Every measure that an aggregate can provide.
  private static let measures: [String] =
    Measure.allCases.map(\.type) + ["mindful_session"]
    + ["heart_rate", "resting_heart_rate", "heart_rate_variability_sdnn", "body_mass"].flatMap { [$0, "\($0).avg"] }
    + ["heart_rate.min", "heart_rate.max"]
    + ["core", "deep", "rem", "asleep", "unspecified", "awake", "in_bed", "total"].map { "sleep_analysis.\($0)" }

  private static let hourMs: Int64 = 3_600_000
  private static let dayMs: Int64 = 86_400_000
  private static let marginMs: Int64 = 2 * dayMs
  /// As in the index `health_aggregate_long`, letter by letter: SQLite uses it only then.
  private static let longMs: Int64 = 172_800_000
  /// A year and what it may lack at its ends.
  private static let longestMs: Int64 = 369 * dayMs
}

/// The age of a forecast, which decides on warnings and notices.
package struct ForecastAge: Sendable, Hashable {
  /// A grade of age, shown by colour. The raw value is its name in JSON.
  package enum Freshness: String, Sendable {
    /// Below 90 minutes.
    case fresh
    /// 90 to 180 minutes, shown in amber.
    case stale
    /// Above 180 minutes, shown in red: the data may be off.
    case veryStale = "very_stale"
  }

  /// Milliseconds, 0 or more.
  package let ms: Int64

  /// The age of a forecast that arrived at `fetchedAtMs`. One from the future, after a clock was set back, counts as new.
  package init(fetchedAtMs: Int64, nowMs: Int64) {
    let (difference, overflows) = nowMs.subtractingReportingOverflow(fetchedAtMs)
    ms = overflows ? 0 : max(0, difference)
  }

  /// Whole minutes.
  package var minutes: Int { Int(ms / 60_000) }

  /// The grade of the age. 180 minutes sharp are `stale`.
  package var freshness: Freshness { ms < 90 * 60_000 ? .fresh : ms <= 180 * 60_000 ? .stale : .veryStale }

  /// Whether nothing new may be announced: over 3 hours.
  package var stopsNewNotices: Bool { ms > 3 * 3_600_000 }

  /// Whether notices are cancelled: over 6 hours.
  package var cancelsNotices: Bool { ms > 6 * 3_600_000 }
}

import HealthModel

/// Contiguous hours of one local day that all score 70 or more in a mode: at least 60 minutes, at local midnight at an end.
package struct GoodWindow: Sendable, Hashable {
  /// The mode.
  package let mode: ActivityMode
  /// The local day on which it starts.
  package let day: Day
  /// The start, milliseconds since 1970.
  package let startMs: Int64
  /// The end, milliseconds since 1970; the day's end at the latest.
  package let endMs: Int64
  /// Minutes since local midnight on the clock at the start.
  package let startMinute: Int
  /// The day that the clock shows at the end: at midnight the next one.
  package let endDay: Day
  /// Minutes since local midnight on the clock at the end; 0 at midnight.
  package let endMinute: Int
  /// The places of its hours in the plan.
  package let hours: Range<Int>
  /// The sum of its hours' scores.
  let scoreSum: Int

  /// The mean of its hours' scores, 70…100.
  package var meanScore: Double { Double(scoreSum) / Double(hours.count) }
  /// The label of the mean.
  package var tier: Tier { Tier(score: meanScore) }
  /// The local clock at the start: `07:00`.
  package var startClock: String { LocalText.clock(startMinute) }
  /// The local clock at the end: `09:00`; `00:00` at midnight.
  package var endClock: String { LocalText.clock(endMinute) }
  /// The local start: `2026-06-01T07:00`.
  package var startTime: String { LocalText.time(day, startMinute) }
  /// The local end: `2026-06-01T09:00`.
  package var endTime: String { LocalText.time(endDay, endMinute) }

  /// Whether the window ranks before another one: a higher mean, then an earlier start.
  package func ranksBefore(_ other: GoodWindow) -> Bool {
    // Compared as fractions, so that equal means are equal.
    let (a, b) = (scoreSum * other.hours.count, other.scoreSum * hours.count)
    return a == b ? startMs < other.startMs : a > b
  }
}

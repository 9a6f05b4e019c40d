/// The times at which samples were added or removed and days must be recomputed. Filled for each row of an import, so
/// that it must be fast: most rows are of the same hour as the previous one.
package struct TouchedTime: Sendable {
  /// Hours since 1970 UTC with anything new or gone.
  private(set) var hours: Set<Int32> = []
  /// Of those, the ones with sleep.
  private(set) var sleepHours: Set<Int32> = []
  /// The longest sample that came, milliseconds.
  private(set) var longestMs: Int64 = 0

  private var lastHour = Int32.min
  private var lastSleepHour = Int32.min

  /// Nothing.
  package init() {}

  /// Whether nothing was touched.
  package var isEmpty: Bool { hours.isEmpty }

  /// Adds a time span with added or removed data, milliseconds UTC. Times after the year 9999 or before 1970 don't
  /// belong to any day.
  ///
  /// Of a span of more than a year only a year is considered: longer records don't count for any day.
  /// - Parameter isSample: whether it is a sample; days search for samples by the longest one.
  package mutating func add(startMs: Int64, endMs: Int64, isSleep: Bool, isSample: Bool = true) {
    let start = max(startMs, TouchedTime.range.lowerBound)
    guard start <= TouchedTime.range.upperBound else { return }
    let end = min(max(startMs, endMs), TouchedTime.range.upperBound, start + TouchedTime.yearMs)
    guard start <= end else { return }
    if isSample { longestMs = max(longestMs, end - start) }
    let first = Int32(start / TouchedTime.hourMs)
    let last = Int32(end / TouchedTime.hourMs)
    if first != lastHour || last != lastHour {
      for hour in first...last { hours.insert(hour) }
      lastHour = last
    }
    if isSleep, first != lastSleepHour || last != lastSleepHour {
      for hour in first...last { sleepHours.insert(hour) }
      lastSleepHour = last
    }
  }

  /// Instants that days are made for: 1970 to 9999.
  static let range: ClosedRange<Int64> = 0...253_370_764_800_000
  /// The maximum length of a sample that counts, milliseconds.
  static let yearMs: Int64 = 366 * 86_400_000

  private static let hourMs: Int64 = 3_600_000

  /// Stretches of time, sorted and apart, milliseconds UTC.
  static func stretches(_ hours: Set<Int32>) -> [Range<Int64>] {
    var stretches: [Range<Int64>] = []
    for hour in hours.sorted() {
      let start = Int64(hour) * hourMs
      if let last = stretches.indices.last, stretches[last].upperBound == start {
        stretches[last] = stretches[last].lowerBound..<(start + hourMs)
      } else {
        stretches.append(start..<(start + hourMs))
      }
    }
    return stretches
  }
}

/// When samples came or went: what has to be computed anew. Filled for each row of an import, so it is quick: most rows are of the same
/// hour as the one before.
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

  /// Something new, or gone, from one instant to another, milliseconds UTC. What is after the year 9999 or before 1970 belongs to no day.
  ///
  /// Of a span of more than a year only a year is looked at: nothing that lasts so long says anything about a day.
  /// - Parameter isSample: whether it is a sample, which days are looked for by their longest.
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
  /// How long a sample may be to count, milliseconds.
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

import HealthModel

/// The borders of a run of local days in one time zone, as instants: days of 23, 24 and 25 hours, or of none.
///
/// The zone's rules come from outside as a function, so that this stays a value that any test can make.
package struct LocalDays: Sendable {
  /// The first day.
  package let first: Day
  /// `borders[i]` is the first instant of day `first + i`, milliseconds UTC; the last one ends the last day. Never descending.
  package let borders: [Int64]

  /// The number of days.
  package var count: Int { borders.count - 1 }
  /// The last day; the one before `first` if there is none.
  package var last: Day { first.adding(count - 1) }
  /// The first instant of the first day, milliseconds UTC.
  package var startMs: Int64 { borders[0] }
  /// The first instant after the last day, milliseconds UTC.
  package var endMs: Int64 { borders[borders.count - 1] }

  /// The days `first` through `last`; none when `last` is before `first`.
  /// - Parameter offset: how far the zone's clocks are ahead of UTC at an instant, both in milliseconds. Called some times per day.
  package init(from first: Day, through last: Day, offset: (_ ms: Int64) -> Int64) {
    self.first = first
    let end = max(first.number - 1, last.number) + 1
    var borders: [Int64] = []
    borders.reserveCapacity(end - first.number + 1)
    // Offsets a day before and a day after midnight, each asked for once.
    var offsets = [-1, 0, 1].map { offset(LocalDays.midnightMs(first.number + $0)) }
    for number in first.number...end {
      let start = LocalDays.start(ofDay: number, before: offsets[0], after: offsets[2], offset: offset)
      borders.append(max(start, borders.last ?? start))
      offsets = [offsets[1], offsets[2], offset(LocalDays.midnightMs(number + 2))]
    }
    self.borders = borders
  }

  /// Returns the day that contains an instant, counted from 0. `nil` before the first and after the last.
  package func index(of ms: Int64) -> Int? {
    guard ms >= startMs, ms < endMs else { return nil }
    var low = 0
    var high = borders.count - 1  // borders[low] <= ms < borders[high]
    while high - low > 1 {
      let middle = (low + high) / 2
      if borders[middle] <= ms { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the day that contains an instant. `nil` before the first and after the last.
  package func day(of ms: Int64) -> Day? { index(of: ms).map { first.adding($0) } }

  /// The first and the first no longer contained instant of day `index`, counted from 0.
  package func span(_ index: Int) -> Range<Int64> { borders[index]..<borders[index + 1] }

  /// The first instant whose clock shows the day.
  ///
  /// Clocks that jump over midnight (São Paulo until 2019) begin the day where they land; a day that they jump over (Samoa,
  /// 2011-12-30) has no length; one that they enter twice begins the first time.
  private static func start(ofDay number: Int, before: Int64, after: Int64, offset: (Int64) -> Int64) -> Int64 {
    let midnight = midnightMs(number)
    guard before != after else { return midnight - before }
    // The change is to the second at the latest (zones before 1970 have odd ones): 18 steps halve two days into seconds.
    var low = midnight - dayMs
    var high = midnight + dayMs  // offset(low) == before, offset(high) == after
    while high - low > 1000 {
      let middle = low + (high - low) / 2000 * 1000
      if middle == low { break }
      if offset(middle) == before { low = middle } else { high = middle }
    }
    return midnight - before < high ? midnight - before : max(high, midnight - after)
  }

  private static let dayMs: Int64 = 86_400_000
  private static func midnightMs(_ number: Int) -> Int64 { Int64(number) * dayMs }
}

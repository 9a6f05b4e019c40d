/// The duration of something that several samples may cover at once: each instant counts one time (mindful minutes, time in bed).
package enum CoveredTime {
  /// Milliseconds.
  /// - Parameter spans: sorted by start.
  package static func ms(_ spans: some Sequence<Range<Int64>>) -> Int64 {
    unions(spans).reduce(0) { $0 + $1.upperBound - $1.lowerBound }
  }

  /// Milliseconds on each of the days. `nil` = no span touches it.
  /// - Parameter spans: sorted by start.
  package static func ms(_ spans: some Sequence<Range<Int64>>, on days: LocalDays) -> [Int64?] {
    var total = [Int64?](repeating: nil, count: days.count)
    var walk = DayWalk(days)
    for union in unions(spans) {
      walk.split(union.lowerBound, union.upperBound, 0) { day, ms, _ in total[day] = (total[day] ?? 0) + ms }
    }
    return total
  }

  private static func unions(_ spans: some Sequence<Range<Int64>>) -> [Range<Int64>] {
    var unions: [Range<Int64>] = []
    for span in spans {
      if let last = unions.indices.last, span.lowerBound <= unions[last].upperBound {
        unions[last] = unions[last].lowerBound..<max(unions[last].upperBound, span.upperBound)
      } else {
        unions.append(span)
      }
    }
    return unions
  }
}

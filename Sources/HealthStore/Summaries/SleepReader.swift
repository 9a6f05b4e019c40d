import DayTotals
import HealthModel

/// Reads sleep so that no session is cut: a night that ends on a day may have begun before it, and what comes within three hours is
/// still part of it.
struct SleepReader {
  let samples: SampleReader
  /// The maximum time before an instant at which a sample that reaches to it may begin, milliseconds.
  let longestMs: Int64

  /// The readings of all sessions that end in `span`, whole.
  func readings(endingIn span: Range<Int64>) throws -> [DayInputs.Reading] {
    guard let type = samples.types.first(where: { $0.role == .sleep })?.id else { return [] }
    var back = SleepReader.firstLookMs
    while true {
      let from = span.lowerBound - back
      var readings: [DayInputs.Reading] = []
      try samples.each(of: type, start: from - longestMs..<span.upperBound + SleepTimeline.gapMs) { reading in
        if reading.endMs >= from { readings.append(reading) }
      }
      let groups = SleepReader.groups(readings).filter { span.contains($0.upperBound) }
      // A group that begins well after `from` has nothing before it; of another one the beginning may be missing.
      if back >= SleepReader.lastLookMs || groups.allSatisfy({ $0.lowerBound - SleepTimeline.gapMs >= from }) {
        return readings.filter { reading in
          groups.contains { $0.lowerBound <= reading.startMs && reading.endMs <= $0.upperBound }
        }
      }
      back *= 4
    }
  }

  /// Returns the end of the last session that overlaps `span` or is less than three hours from it; at least the end of `span`.
  func end(ofSessionsNear span: Range<Int64>) throws -> Int64 {
    guard let type = samples.types.first(where: { $0.role == .sleep })?.id else { return span.upperBound }
    var from = span.lowerBound - SleepTimeline.gapMs - longestMs
    // A sample that begins before this belongs to the same session as those already read.
    var limit = span.upperBound + SleepTimeline.gapMs
    while true {
      var reach = limit
      try samples.each(of: type, start: from..<limit) { reach = max(reach, $0.endMs + SleepTimeline.gapMs) }
      if reach == limit { return limit - SleepTimeline.gapMs }
      (from, limit) = (limit, reach)
    }
  }

  /// From where to where each session goes; readings in the order of start.
  private static func groups(_ readings: [DayInputs.Reading]) -> [Range<Int64>] {
    var groups: [Range<Int64>] = []
    for reading in readings where reading.endMs > reading.startMs {
      if let last = groups.indices.last, reading.startMs - SleepTimeline.gapMs < groups[last].upperBound {
        groups[last] = groups[last].lowerBound..<max(groups[last].upperBound, reading.endMs)
      } else {
        groups.append(reading.startMs..<reading.endMs)
      }
    }
    return groups
  }

  private static let firstLookMs: Int64 = 36 * 3_600_000
  private static let lastLookMs: Int64 = 400 * 86_400_000
}

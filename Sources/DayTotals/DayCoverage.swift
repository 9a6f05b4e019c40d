import HealthModel

/// The amount of data behind each day: samples that reach into it and those of its sleep, whether they counted or another had their time.
package struct DayCoverage: Sendable {
  private let borders: [Int64]
  private let sourceCount: Int
  private var samples: [Int]
  private var firstMs: [Int64]
  private var lastMs: [Int64]
  /// By day, then source.
  private var isSeen: [Bool]
  /// The day of the sample before: the next is mostly of the same.
  private var day = 0

  /// Nothing on any day.
  init(days: LocalDays, sources: Int) {
    borders = days.borders
    sourceCount = sources
    samples = Array(repeating: 0, count: days.count)
    firstMs = Array(repeating: .max, count: days.count)
    lastMs = Array(repeating: .min, count: days.count)
    isSeen = Array(repeating: false, count: days.count * sources)
  }

  /// The coverage of a day, counted from 0.
  package subscript(day: Int) -> DaySummary.Coverage {
    guard samples[day] > 0 else { return DaySummary.Coverage() }
    return DaySummary.Coverage(
      samples: samples[day], sources: isSeen[day * sourceCount..<(day + 1) * sourceCount].count { $0 }, firstMs: firstMs[day],
      lastMs: lastMs[day])
  }

  /// Counts a sample on each day that it reaches into.
  mutating func add(_ startMs: Int64, _ endMs: Int64, source: Int) {
    // A sample that ends exactly as the first day begins isn't on it, unless it has no duration.
    guard samples.count > 0, max(startMs + 1, endMs) > borders[0], startMs < borders[borders.count - 1] else { return }
    move(to: max(startMs, borders[0]))
    count(startMs, endMs, on: day, source)
    var place = day + 1
    while place < samples.count, borders[place] < endMs {
      count(startMs, endMs, on: place, source)
      place += 1
    }
  }

  /// Counts a sample on the day of its start, and returns that day. `nil` = none of these.
  mutating func add(_ startMs: Int64, source: Int) -> Int? {
    guard samples.count > 0, startMs >= borders[0], startMs < borders[borders.count - 1] else { return nil }
    move(to: startMs)
    count(startMs, startMs, on: day, source)
    return day
  }

  /// Counts a sample on a day that it belongs to wherever it lies: sleep on the day that the night ended on.
  mutating func add(_ startMs: Int64, _ endMs: Int64, on day: Int, source: Int) {
    count(min(startMs, borders[day + 1]), max(endMs, borders[day]), on: day, source)
  }

  private mutating func move(to ms: Int64) {
    while day > 0, borders[day] > ms { day -= 1 }
    while day + 2 < borders.count, borders[day + 1] <= ms { day += 1 }
  }

  private mutating func count(_ startMs: Int64, _ endMs: Int64, on day: Int, _ source: Int) {
    samples[day] += 1
    firstMs[day] = min(firstMs[day], max(startMs, borders[day]))
    lastMs[day] = max(lastMs[day], min(max(endMs, startMs), borders[day + 1]))
    isSeen[day * sourceCount + source] = true
  }
}

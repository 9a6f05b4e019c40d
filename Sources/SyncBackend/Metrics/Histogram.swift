/// Counts of durations up to a few bounds, as Prometheus's histograms are.
struct Histogram: Sendable, Equatable {
  /// The bounds in seconds; a last bucket has none.
  static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  /// Durations above the bound before and not above this one; the last of them above all.
  private var counts = [Int](repeating: 0, count: Histogram.bounds.count + 1)
  /// The sum of all durations in seconds.
  private(set) var sum = 0.0

  /// The number of all durations.
  var count: Int { counts.reduce(0, +) }

  /// For each bound, and at last for none, the number of durations that aren't above it.
  var cumulated: [(bound: Double?, count: Int)] {
    var total = 0
    return counts.enumerated().map { index, count in
      total += count
      return (index < Histogram.bounds.count ? Histogram.bounds[index] : nil, total)
    }
  }

  /// Adds a duration in seconds.
  mutating func add(_ seconds: Double) {
    counts[Histogram.bounds.firstIndex { seconds <= $0 } ?? Histogram.bounds.count] += 1
    sum += seconds
  }
}

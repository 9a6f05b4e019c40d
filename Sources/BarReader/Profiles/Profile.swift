/// Brightness along a line across the bars, the mean of some lines side by side. Reused from strip to strip; belongs to one thread.
final class Profile {
  /// `count` samples of brightness, 0…255 or a little beyond (a cubic interpolation overshoots).
  private(set) var samples: UnsafeMutablePointer<Float>
  /// `count + 1` sums: `sums[i]` is that of the samples before `i`, each less the profile's middle grey, so that single precision suffices.
  private(set) var sums: UnsafeMutablePointer<Float>
  /// The number of samples.
  private(set) var count = 0
  /// The position of sample 0, in the region's pixels across the bars.
  var start: Double = 0
  /// Pixels from one sample to the next: 1 or 0.5.
  var step: Double = 1
  /// The brightness below and above which 5 % of the samples lie.
  var range: ClosedRange<Float> = 0...0
  private var capacity = 0
  private let histogram: UnsafeMutablePointer<UInt32>

  init() {
    samples = .allocate(capacity: 1)
    sums = .allocate(capacity: 1)
    histogram = .allocate(capacity: Self.bins)
  }

  deinit {
    samples.deallocate()
    sums.deallocate()
    histogram.deallocate()
  }

  /// Makes room for so many samples, whose values are then anything.
  func resize(to count: Int) {
    self.count = count
    guard count > capacity else { return }
    capacity = count * 2
    samples.deallocate()
    sums.deallocate()
    // Loops may read whole vectors at the end.
    samples = .allocate(capacity: capacity + 16)
    sums = .allocate(capacity: capacity + 16)
    samples.initialize(repeating: 0, count: capacity + 16)
    sums.initialize(repeating: 0, count: capacity + 16)
  }

  /// Bins of the histogram, half a grey level each.
  private static let bins = 512

  /// Sets `range` from every fourth sample, to half a grey level.
  func measureRange() {
    histogram.update(repeating: 0, count: Self.bins)
    var total = 0
    for i in stride(from: 0, to: count, by: 4) {
      // The bound first: a value that isn't a number becomes it.
      histogram[Int(min(Float(Self.bins - 1), max(0, samples[i] * 2)))] += 1
      total += 1
    }
    // As many samples are left out at each end.
    let outside = total / 20
    var (low, high) = (0, Self.bins - 1)
    var seen = Int(histogram[low])
    while seen <= outside, low < Self.bins - 1 {
      low += 1
      seen += Int(histogram[low])
    }
    seen = Int(histogram[high])
    while seen <= outside, high > low {
      high -= 1
      seen += Int(histogram[high])
    }
    range = Float(low) / 2...Float(high) / 2
  }

  /// Blurs the samples by a normal distribution of 1 pixel, nearly: by binomial weights 1, 4, 6, 4, 1 (deviation 1 sample), four times if there
  /// are two samples a pixel. The first and the last two samples stay as they are.
  func smooth() {
    for _ in 0..<(step < 1 ? 4 : 1) {
      guard count > 4 else { return }
      var (a, b) = (samples[0], samples[1])
      for i in 2..<count - 2 {
        let here = samples[i]
        samples[i] = (a + samples[i + 2] + 4 * (b + samples[i + 1]) + 6 * here) / 16
        (a, b) = (b, here)
      }
    }
  }

  /// Sets `sums`, with which the mean over any part is a difference of two. Needs `range`.
  func addUp() {
    let middle = (range.lowerBound + range.upperBound) / 2
    var sum = 0.0
    for i in 0..<count {
      sums[i] = Float(sum)
      sum += Double(samples[i] - middle)
    }
    sums[count] = Float(sum)
  }

  /// Exchanges black and white.
  func invert() {
    for i in 0..<count { samples[i] = 255 - samples[i] }
    for i in 0...count { sums[i] = -sums[i] }
    range = 255 - range.upperBound...255 - range.lowerBound
  }
}

/// Brightness along a line across the bars, the mean of some lines side by side. Reused from strip to strip; belongs to one thread.
final class Profile {
  /// `count` samples of brightness, 0…255 or a little beyond (a cubic interpolation overshoots).
  private(set) var samples: UnsafeMutablePointer<Float>
  /// `count + 1` sums: `sums[i]` is that of the samples before `i`, each less the profile's middle grey, so that single precision suffices.
  private(set) var sums: UnsafeMutablePointer<Float>
  /// How many samples there are.
  private(set) var count = 0
  /// Where sample 0 lies, in the region's pixels across the bars.
  var start: Double = 0
  /// Pixels from one sample to the next: 1 or 0.5.
  var step: Double = 1
  /// The brightness below and above which 5 % of the samples lie.
  var range: ClosedRange<Float> = 0...0
  private var capacity = 0

  init() {
    samples = .allocate(capacity: 1)
    sums = .allocate(capacity: 1)
  }

  deinit {
    samples.deallocate()
    sums.deallocate()
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
}

/// The profile of each digit at each blur and ink spread. Built on first use, then read-only.
///
/// A digit is seven modules, 28 samples. To its left black is assumed and to its right white, as between the guard and
/// another digit of the left half. Anything beyond its neighbours' nearest element isn't known before they are read,
/// and is left out. The right half's set C is set A with the colours swapped: one minus the samples, and the opposite
/// ink spread.
final class DigitTemplates: Sendable {
  /// Built when first asked for, in about half a millisecond.
  static let shared = DigitTemplates()

  /// Samples of a digit.
  static var length: Int { 28 }
  /// The ten digits side by side, and two of filling: each sample is three vectors of four digits, and comparing a stretch of profile with all
  /// ten digits needs no sum across a vector.
  static var lanes: Int { 12 }
  private static var floats: Int { length * lanes }

  /// `[pair][set][sample][digit]`: brightness less the digit's mean.
  private nonisolated(unsafe) let brightness: UnsafePointer<Float>  // never written after init, and never freed
  /// `[pair][set][digit]`: mean brightness, 0…1.
  private nonisolated(unsafe) let means: UnsafePointer<Float>  // never written after init, and never freed
  /// `[pair][set][digit]`: sum of squares of `brightness`.
  private nonisolated(unsafe) let energies: UnsafePointer<Float>  // never written after init, and never freed

  private init() {
    let sets = 2 * SymbolModel.pairs
    let brightness = UnsafeMutablePointer<Float>.allocate(capacity: sets * Self.floats)
    let means = UnsafeMutablePointer<Float>.allocate(capacity: sets * Self.lanes)
    let energies = UnsafeMutablePointer<Float>.allocate(capacity: sets * Self.lanes)
    brightness.initialize(repeating: 0, count: sets * Self.floats)
    means.initialize(repeating: 0, count: sets * Self.lanes)
    energies.initialize(repeating: 1, count: sets * Self.lanes)
    // Curves of one edge at every distance within a digit.
    let reach = Self.length
    let rising = UnsafeMutablePointer<Float>.allocate(capacity: 2 * reach)
    let falling = UnsafeMutablePointer<Float>.allocate(capacity: 2 * reach)
    defer {
      rising.deallocate()
      falling.deallocate()
    }
    for blur in SymbolModel.blurs.indices {
      for ink in SymbolModel.inks.indices {
        for sample in -reach..<reach {
          rising[sample + reach] = EdgeKernels.risingBrightness(sample, blur: blur, ink: ink, rises: true)
          falling[sample + reach] = EdgeKernels.risingBrightness(sample, blur: blur, ink: ink, rises: false)
        }
        for set in 0...1 {
          let index = 2 * SymbolModel.pair(blur: blur, ink: ink) + set
          for digit in 0..<10 {
            let drawn = brightness + index * Self.floats + digit
            Self.draw(digit, isSetB: set == 1, rising: rising + reach, falling: falling + reach, to: drawn)
            let mean = (0..<Self.length).reduce(Float(0)) { $0 + drawn[$1 * Self.lanes] } / Float(Self.length)
            for sample in 0..<Self.length { drawn[sample * Self.lanes] -= mean }
            means[index * Self.lanes + digit] = mean
            energies[index * Self.lanes + digit] = (0..<Self.length).reduce(Float(0)) {
              $0 + drawn[$1 * Self.lanes] * drawn[$1 * Self.lanes]
            }
          }
        }
      }
    }
    self.brightness = UnsafePointer(brightness)
    self.means = UnsafePointer(means)
    self.energies = UnsafePointer(energies)
  }

  /// Adds up a digit's five edges: black to white where it begins, then in turn, white where it ends.
  private static func draw(
    _ digit: Int, isSetB: Bool, rising: UnsafePointer<Float>, falling: UnsafePointer<Float>, to drawn: UnsafeMutablePointer<Float>
  ) {
    let widths = DigitPattern.widths[digit]
    var edge = 0
    for element in 0...4 {
      let rises = element & 1 == 0
      for sample in 0..<length {
        let distance = sample - SymbolModel.samplesPerModule * edge
        drawn[sample * lanes] += rises ? rising[distance] : -falling[distance]
      }
      if element < 4 { edge += Int(widths[isSetB ? 3 - element : element]) }
    }
  }

  /// The templates of a set: `length` rows of `lanes` floats.
  @inline(__always)
  func brightness(pair: Int, set: Int) -> UnsafePointer<Float> { brightness + (2 &* pair &+ set) &* Self.floats }

  /// Their means: `lanes` floats.
  @inline(__always)
  func means(pair: Int, set: Int) -> UnsafePointer<Float> { means + (2 &* pair &+ set) &* Self.lanes }

  /// Their sums of squares: `lanes` floats.
  @inline(__always)
  func energies(pair: Int, set: Int) -> UnsafePointer<Float> { energies + (2 &* pair &+ set) &* Self.lanes }
}

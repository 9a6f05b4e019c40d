/// The darkness that each digit casts, on its own seven modules and on those beside them, at one blur and ink spread.
///
/// Blur adds up: a symbol's darkness is the sum of what its bars would cast alone. So are its digits', each the sum of its two bars, and the
/// squared difference between a profile and *any* combination of digits needs only each digit's product with the profile and the products of
/// neighbours with one another. From a digit's second neighbour on, shadows don't meet (beyond 3.5 modules, 2.5 σ of the widest blur, they are cut).
final class DigitShadows {
  /// Samples that a shadow reaches beyond its digit on either side: 3.5 modules.
  static var reach: Int { 14 }
  /// Samples of a shadow: the digit's 28 and its reach.
  static var length: Int { DigitTemplates.length + 2 * reach }
  /// Set A, B (left half) or C (right half).
  enum Set: Int { case a, b, c }

  /// `[set][sample][digit]`: darkness, 0…1; ten digits side by side and two of filling.
  private let darkness: UnsafeMutablePointer<Float>
  /// `[set][digit]`: sum of squares.
  private let energies: UnsafeMutablePointer<Float>
  /// `[left set][right set][left digit][right digit]`: twice the product of two shadows that lie side by side.
  private let products: UnsafeMutablePointer<Float>

  /// Draws them: indices among `SymbolModel.blurs` and `inks`.
  init(blur: Int, ink: Int) {
    let lanes = DigitTemplates.lanes
    darkness = .allocate(capacity: 3 * Self.length * lanes)
    darkness.initialize(repeating: 0, count: 3 * Self.length * lanes)
    energies = .allocate(capacity: 3 * lanes)
    energies.initialize(repeating: 0, count: 3 * lanes)
    products = .allocate(capacity: 9 * 10 * lanes)
    products.initialize(repeating: 0, count: 9 * 10 * lanes)
    for set in 0..<3 {
      for digit in 0..<10 {
        Self.draw(digit, set, pair: SymbolModel.pair(blur: blur, ink: ink), to: darkness + set * Self.length * lanes + digit)
        for sample in 0..<Self.length {
          let value = darkness[(set * Self.length + sample) * lanes + digit]
          energies[set * lanes + digit] += value * value
        }
      }
    }
    // Halves have digits of their own sets: A and B follow one another, C only C.
    for (left, right) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 2)] {
      for digit in 0..<10 {
        var sum = TenFloats(repeating: 0)
        for sample in 0..<2 * Self.reach {
          let own = darkness[(left * Self.length + sample + DigitTemplates.length) * lanes + digit]
          sum.add(2 * own, times: darkness + (right * Self.length + sample) * lanes)
        }
        sum.store(to: products + ((3 * left + right) * 10 + digit) * lanes)
      }
    }
  }

  deinit {
    darkness.deallocate()
    energies.deallocate()
    products.deallocate()
  }

  /// Draws a digit's bars black on white, and writes one less that.
  private static func draw(_ digit: Int, _ set: Int, pair: Int, to target: UnsafeMutablePointer<Float>) {
    let room = EdgeKernels.reach
    let count = length + 2 * room
    let widths = DigitPattern.widths[digit]
    withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { samples in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4) { edges in
        samples.initialize(repeating: 1)
        // Sets A and B begin with a space, C with a bar.
        var module: Int32 = 0
        var found = 0
        for element in 0..<4 {
          let width = widths[set == 1 ? 3 - element : element]
          if (element & 1 == 1) != (set == 2) {
            for end in [module, module + width] {
              edges[found] = end * Int32(SymbolModel.samplesPerModule) + Int32(reach + room)
              found += 1
            }
            for sample in Int(edges[found - 2])..<Int(edges[found - 1]) { samples[sample] = 0 }
          }
          module += width
        }
        guard let base = samples.baseAddress, let first = edges.baseAddress else { return }
        EdgeKernels.shared.blur(base, edges: first, count: 4, pair: pair)
        for sample in 0..<length { target[sample * DigitTemplates.lanes] = 1 - samples[room + sample] }
      }
    }
  }

  /// Returns the contribution of each digit of a set to the squared difference, without neighbours: |B|² - 2 ⟨r, B⟩ for
  /// the remaining darkness r, whose pointer is at the digit's first sample.
  @inline(__always)
  func costs(_ set: Set, on remaining: UnsafePointer<Float>) -> TenFloats {
    var sum = TenFloats(energies + set.rawValue &* DigitTemplates.lanes)
    var table = UnsafePointer(darkness + set.rawValue &* Self.length &* DigitTemplates.lanes)
    for sample in -Self.reach..<DigitTemplates.length &+ Self.reach {
      sum.add(-2 * remaining[sample], times: table)
      table += DigitTemplates.lanes
    }
    return sum
  }

  /// Returns the contributions of two adjacent digits: ten rows by left digit, `DigitTemplates.lanes` apart, of ten
  /// right digits.
  @inline(__always)
  func pairCosts(_ left: Set, _ right: Set) -> UnsafePointer<Float> {
    UnsafePointer(products + (3 &* left.rawValue &+ right.rawValue) &* 10 &* DigitTemplates.lanes)
  }
}

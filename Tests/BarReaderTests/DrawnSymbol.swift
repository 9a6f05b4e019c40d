@testable import BarReader

/// A symbol that a test draws on a profile: what is fitted to it is known.
struct DrawnSymbol {
  var code: SymbolCode
  /// Standard deviation, in modules.
  var blur = 0.4
  /// In modules.
  var ink = 0.0
  /// Samples per module in the middle.
  var module = 3.0
  /// The widening of the last modules relative to the first, as a proportion: perspective.
  var widening = 0.0
  /// Standard deviation of noise, in grey levels.
  var noise = 0.0
  /// Brightness of white at the right end in proportion to the left.
  var shade = 1.0
  var isReversed = false
  private let white = 210.0
  private let black = 40.0
  private let quiet = 12.0

  init(_ kind: SymbolKind, _ text: String) {
    code = SymbolCode(kind, text) ?? SymbolCode(kind, packed: 0)
  }

  init(_ code: SymbolCode) { self.code = code }

  /// Position of a module in samples.
  func position(ofModule module: Double) -> Double {
    let count = Double(code.kind.moduleCount)
    let u = 2 * module / count - 1
    // Widths 1 + widening u / 2, from left to right.
    let length = count / 2 * (u + widening * (u * u - 1) / 4 + 1) * self.module
    return length + quiet * self.module
  }

  /// The positions of its edges in samples, as drawn, ink not counted.
  var edges: [Float] {
    var modules = [Int32](repeating: 0, count: code.kind.edgeCount)
    modules.withUnsafeMutableBufferPointer { code.writeEdges(to: $0.baseAddress!) }
    let edges = modules.map { Float(position(ofModule: Double($0))) }
    return isReversed ? edges.reversed().map { Float(length - 1) - $0 } : edges
  }

  private var length: Int { Int(position(ofModule: Double(code.kind.moduleCount)) + quiet * module) }

  /// Draws it: four points a sample, each the product of the light and the blurred bars.
  func profile(seed: UInt64 = 1) -> Profile {
    var modules = [Int32](repeating: 0, count: code.kind.edgeCount)
    modules.withUnsafeMutableBufferPointer { code.writeEdges(to: $0.baseAddress!) }
    let edges = modules.enumerated().map { index, module in Double(module) + (index % 2 == 0 ? -ink / 2 : ink / 2) }
    var dice = Dice(state: seed)
    let profile = Profile()
    profile.resize(to: length)
    let fine = 4
    for sample in 0..<length {
      var mean = 0.0
      for point in 0..<fine {
        // A sample is what lies half a sample around its position.
        let x = Double(sample) + (Double(point) + 0.5) / Double(fine) - 0.5
        mean += brightness(at: module(atPosition: x), edges) / Double(fine)
      }
      let light = 1 + (shade - 1) * Double(sample) / Double(length)
      let value = light * (black + (white - black) * mean) + noise * dice.normal()
      profile.samples[isReversed ? length - 1 - sample : sample] = Float(value)
    }
    profile.sum(around: 125)
    return profile
  }

  /// The module at a position: `position(ofModule:)` is a quadratic in u.
  private func module(atPosition x: Double) -> Double {
    let count = Double(code.kind.moduleCount)
    let constant = 1 - widening / 4 - 2 * (x / module - quiet) / count
    let u = widening == 0 ? -constant : (-1 + (1 - widening * constant).squareRoot()) * 2 / widening
    return (u + 1) * count / 2
  }

  private func brightness(at module: Double, _ edges: [Double]) -> Double {
    var sum = 1.0
    for index in edges.indices {
      let z = (module - edges[index]) / blur
      guard z > -6 else { break }
      let step = z > 6 ? 1 : Double(EdgeKernels.normalDistribution(Float(z)))
      sum += index % 2 == 0 ? -step : step
    }
    return sum
  }
}

extension Profile {
  /// Fills the sums from the samples.
  func sum(around middle: Float) {
    var sum = 0.0
    for index in 0..<count {
      sums[index] = Float(sum)
      sum += Double(samples[index] - middle)
    }
    sums[count] = Float(sum)
  }
}

/// Numbers that are equal for equal seeds (splitmix64).
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Of mean 0 and standard deviation 1: twelve rolls less their mean.
  mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &self) } }
}

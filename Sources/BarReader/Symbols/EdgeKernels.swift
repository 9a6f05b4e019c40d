import Glibc

/// The difference between a blurred edge and a sharp one, for every blur and ink spread. Built on first use, then
/// read-only.
///
/// A blurred step is the normal distribution's Φ((x - e) / σ), its slope there the density φ((x - e) / σ) / σ. An edge
/// of the model is at a whole module, moved by half the ink spread, so that on a grid of quarter modules only 9 × 9 × 2
/// such curves exist. A symbol's brightness is its sharp steps plus, at each edge, a short table of differences: a
/// fiftieth of the work of evaluating Φ.
final class EdgeKernels: Sendable {
  /// Built when first asked for, in about half a millisecond.
  static let shared = EdgeKernels()

  /// Samples on each side of an edge that a curve is tabulated for: 6 modules, 4.3 σ of the widest blur.
  static var reach: Int { 24 }
  private static var length: Int { 2 * reach }

  /// `[pair][rises][length]`: Φ less the sharp step.
  private nonisolated(unsafe) let differences: UnsafePointer<Float>  // never written after init, and never freed
  /// `[pair][rises][length]`: the slope per module.
  private nonisolated(unsafe) let slopes: UnsafePointer<Float>  // never written after init, and never freed
  /// By blur: samples on each side beyond which the difference is below 1 in 1,000, in whole modules.
  private let reaches: [Int]

  private init() {
    let count = SymbolModel.pairs * 2 * Self.length
    let differences = UnsafeMutablePointer<Float>.allocate(capacity: count)
    let slopes = UnsafeMutablePointer<Float>.allocate(capacity: count)
    for (blur, deviation) in SymbolModel.blurs.enumerated() {
      for ink in SymbolModel.inks.indices {
        for rises in [false, true] {
          let start = Self.start(SymbolModel.pair(blur: blur, ink: ink), rises)
          for index in 0..<Self.length {
            let z = Self.distance(from: index - Self.reach, ink: ink, rises: rises) / deviation
            (differences + start)[index] = Self.normalDistribution(z) - (index >= Self.reach ? 1 : 0)
            // 1 / √(2 π)
            (slopes + start)[index] = expf(-0.5 * z * z) * 0.398_942_3 / deviation
          }
        }
      }
    }
    self.differences = UnsafePointer(differences)
    self.slopes = UnsafePointer(slopes)
    // Half the ink and 3.1 σ, where 1 - Φ is .001.
    reaches = SymbolModel.blurs.map { min(Self.reach, 4 * Int((3.1 * $0 + 0.3).rounded(.up))) }
  }

  /// From an edge on whole modules to the middle of the sample so many samples right of it, in modules, less the ink's share: where the print
  /// turns dark it begins half the ink spread earlier, where it turns light it ends as much later.
  private static func distance(from sample: Int, ink: Int, rises: Bool) -> Float {
    let half = SymbolModel.inks[ink] / 2
    return (Float(sample) + 0.5) / Float(SymbolModel.samplesPerModule) - (rises ? half : -half)
  }

  /// Φ, the share of a normal distribution below `z`.
  static func normalDistribution(_ z: Float) -> Float { 0.5 * erfcf(-z * 0.707_106_8) }

  /// Brightness behind a rising edge so many samples left (negative) or right of it: 0 far left, 1 far right.
  static func risingBrightness(_ sample: Int, blur: Int, ink: Int, rises: Bool) -> Float {
    normalDistribution(distance(from: sample, ink: ink, rises: rises) / SymbolModel.blurs[blur])
  }

  private static func start(_ pair: Int, _ rises: Bool) -> Int { (2 &* pair &+ (rises ? 1 : 0)) &* length }

  // MARK: - Whole symbols

  /// Draws edges over `samples`, which hold the sharp symbol, 0 = black and 1 = white.
  ///
  /// `edges` are ascending positions in samples, the first of which falls. There must be room for `reach` samples on each side of every edge.
  @inline(__always)
  func blur(_ samples: UnsafeMutablePointer<Float>, edges: UnsafePointer<Int32>, count: Int, pair: Int) {
    add(differences, to: samples, edges: edges, count: count, pair: pair)
  }

  /// The slope of brightness, per module, that edges as in `blur` add to `samples`.
  @inline(__always)
  func addSlopes(to samples: UnsafeMutablePointer<Float>, edges: UnsafePointer<Int32>, count: Int, pair: Int) {
    add(slopes, to: samples, edges: edges, count: count, pair: pair)
  }

  @inline(__always)
  private func add(
    _ table: UnsafePointer<Float>, to samples: UnsafeMutablePointer<Float>, edges: UnsafePointer<Int32>, count: Int, pair: Int
  ) {
    let reach = reaches[pair / SymbolModel.inks.count]
    let falling = table + Self.start(pair, false) + Self.reach - reach
    let rising = table + Self.start(pair, true) + Self.reach - reach
    for index in 0..<count {
      let target = samples + (Int(edges[index]) &- reach)
      var offset = 0
      if index & 1 == 0 {
        while offset < 2 &* reach {
          target.setQuad(offset, target.quad(offset) - falling.quad(offset))
          offset &+= 4
        }
      } else {
        while offset < 2 &* reach {
          target.setQuad(offset, target.quad(offset) + rising.quad(offset))
          offset &+= 4
        }
      }
    }
  }
}

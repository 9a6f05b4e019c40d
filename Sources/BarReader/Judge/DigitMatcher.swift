/// Compares stretches of a symbol's samples with every digit.
///
/// A stretch q is compared with a template t after brightness is set to b (black) and b + a (white). Some of either is forgiven: a digit's own
/// contrast may differ by a gain within 1 ± `gainTolerance`, the least squares of which is clamp(⟨z, t⟩ / ⟨t, t⟩) with z = (q - b) / a and t less
/// their means; and its mean may differ, at half the weight of a shape that differs. The cost is
///
///     (|z|² - 2 gain ⟨z, t⟩ + gain² |t|² + 14 (mean z - mean t)²) / 4
///
/// in squared contrast times modules: 28 samples are 7 modules, and a mean that is off at full weight would count 28 times.
struct DigitMatcher {
  /// Costs of ten digits (and two of filling).
  struct Costs {
    var first: SIMD8<Float>
    var rest: SIMD4<Float>

    /// The least of the ten.
    @inline(__always)
    var least: Float { min(first.min(), min(rest[0], rest[1])) }
  }

  /// How far the gain may be from 1: lights and shadows on clear bars.
  static let clearGainTolerance: Float = 0.2
  /// On blurred bars, where a neighbour's light comes in, too.
  static let blurredGainTolerance: Float = 0.35
  /// Half the number of samples: an offset counts half.
  private static let offsetWeight: Float = 14

  private let templates = DigitTemplates.shared

  /// What each digit of a set costs on 28 samples, whose black is `black` and whose white is brighter by `contrast`, above 0.
  ///
  /// - isRight: whether the digit belongs to the right half, whose bars are the left's spaces.
  @inline(__always)
  func costs(
    _ samples: UnsafePointer<Float>, set: Int, isRight: Bool, blur: Int, ink: Int, black: Float, contrast: Float, gainTolerance: Float
  ) -> Costs {
    let ink = isRight ? SymbolModel.inks.count &- 1 &- ink : ink
    let pair = SymbolModel.pair(blur: blur, ink: ink)
    var table = UnsafeRawPointer(templates.brightness(pair: pair, set: set))
    var products8 = SIMD8<Float>()
    var products4 = SIMD4<Float>()
    var sum = SIMD4<Float>()
    var squares = SIMD4<Float>()
    var index = 0
    while index < DigitTemplates.length {
      let quad = samples.quad(index)
      sum += quad
      squares += quad * quad
      for lane in 0..<4 {
        products8 += quad[lane] * table.loadUnaligned(as: SIMD8<Float>.self)
        products4 += quad[lane] * table.loadUnaligned(fromByteOffset: 32, as: SIMD4<Float>.self)
        table += 4 &* DigitTemplates.lanes
      }
      index &+= 4
    }
    // The templates' samples add up to 0, so black needn't be subtracted before multiplying, nor the mean.
    let inverse = 1 / contrast
    let length = Float(DigitTemplates.length)
    let mean = sum.sum() / length
    let energy = max(0, squares.sum() - length * mean * mean) * inverse * inverse
    let level = (mean - black) * inverse
    let sign = isRight ? -inverse : inverse
    let zMean = isRight ? 1 - level : level
    let means = UnsafeRawPointer(templates.means(pair: pair, set: set))
    let energies = UnsafeRawPointer(templates.energies(pair: pair, set: set))
    return Costs(
      first: Self.cost(
        products8 * sign, energies.loadUnaligned(as: SIMD8<Float>.self), zMean - means.loadUnaligned(as: SIMD8<Float>.self), energy,
        gainTolerance),
      rest: Self.cost(
        products4 * sign, energies.loadUnaligned(fromByteOffset: 32, as: SIMD4<Float>.self),
        zMean - means.loadUnaligned(fromByteOffset: 32, as: SIMD4<Float>.self), energy, gainTolerance))
  }

  /// The formula above, for digits side by side.
  @inline(__always)
  private static func cost<V: SIMD>(_ products: V, _ energies: V, _ offsets: V, _ energy: Float, _ tolerance: Float) -> V
  where V.Scalar == Float {
    let least = V(repeating: 1 - tolerance)
    let most = V(repeating: 1 + tolerance)
    var gain = products / energies
    gain = gain.replacing(with: least, where: .!(gain .> least)).replacing(with: most, where: gain .> most)
    let shape = energy - 2 * gain * products + gain * gain * energies
    return (shape + offsetWeight * offsets * offsets) / Float(SymbolModel.samplesPerModule)
  }
}

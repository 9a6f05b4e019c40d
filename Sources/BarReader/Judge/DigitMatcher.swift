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
  /// The maximum deviation of the gain from 1: lights and shadows on clear bars.
  static var clearGainTolerance: Float { 0.2 }
  /// On blurred bars, where a neighbour's light comes in, too.
  static var blurredGainTolerance: Float { 0.35 }
  /// Half the number of samples: an offset counts half.
  private static var offsetWeight: Float { 14 }

  private let templates = DigitTemplates.shared

  /// Returns the cost of each digit of a set on 28 samples, whose black is `black` and whose white is brighter by
  /// `contrast`, above 0.
  ///
  /// - isRight: whether the digit belongs to the right half, whose bars are the left's spaces.
  @inline(__always)
  func costs(
    _ samples: UnsafePointer<Float>, set: Int, isRight: Bool, blur: Int, ink: Int, black: Float, contrast: Float, gainTolerance: Float
  ) -> TenFloats {
    let ink = isRight ? SymbolModel.inks.count &- 1 &- ink : ink
    let pair = SymbolModel.pair(blur: blur, ink: ink)
    var table = templates.brightness(pair: pair, set: set)
    var products = TenFloats(repeating: 0)
    var sum = SIMD4<Float>()
    var squares = SIMD4<Float>()
    var index = 0
    while index < DigitTemplates.length {
      let quad = samples.quad(index)
      sum += quad
      squares += quad * quad
      products.add(quad[0], times: table)
      products.add(quad[1], times: table + DigitTemplates.lanes)
      products.add(quad[2], times: table + 2 &* DigitTemplates.lanes)
      products.add(quad[3], times: table + 3 &* DigitTemplates.lanes)
      table += 4 &* DigitTemplates.lanes
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
    let means = TenFloats(templates.means(pair: pair, set: set))
    let energies = TenFloats(templates.energies(pair: pair, set: set))
    return TenFloats(
      Self.cost(products.a * sign, energies.a, zMean - means.a, energy, gainTolerance),
      Self.cost(products.b * sign, energies.b, zMean - means.b, energy, gainTolerance),
      Self.cost(products.c * sign, energies.c, zMean - means.c, energy, gainTolerance))
  }

  /// The formula above, for digits side by side.
  @inline(__always)
  private static func cost(
    _ products: SIMD4<Float>, _ energies: SIMD4<Float>, _ offsets: SIMD4<Float>, _ energy: Float, _ tolerance: Float
  ) -> SIMD4<Float> {
    let least = SIMD4<Float>(repeating: 1 - tolerance)
    let most = SIMD4<Float>(repeating: 1 + tolerance)
    let gain = lesser(greater(products / energies, least), most)
    let shape = energy + gain * (gain * energies - 2 * products)
    return (shape + offsetWeight * offsets * offsets) / Float(SymbolModel.samplesPerModule)
  }
}

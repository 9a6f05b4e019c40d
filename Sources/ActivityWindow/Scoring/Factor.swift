/// Something that takes points off a score. The raw value is its place in `FactorPoints`.
package enum Factor: Int, Sendable, CaseIterable {
  /// The height of the waves.
  case waves
  /// Gusts.
  case wind
  /// The European air quality index.
  case aqi
  /// A low apparent temperature.
  case cold
  /// A high apparent temperature.
  case heat
  /// A high apparent temperature for a dog that swims.
  case dogHeat
  /// The UV index.
  case uv
  /// The probability of precipitation.
  case rain

  /// Its name in JSON.
  package var name: String {
    switch self {
    case .waves: "waves"
    case .wind: "wind"
    case .aqi: "aqi"
    case .cold: "cold"
    case .heat: "heat"
    case .dogHeat: "dog_heat"
    case .uv: "uv"
    case .rain: "rain"
    }
  }

  /// The order of factors with equal penalties, the most important first.
  package static let byImportance: [Factor] = [.rain, .heat, .dogHeat, .waves, .uv, .aqi, .wind, .cold]
}

/// The points that each factor takes off a score, stored inline: scoring allocates nothing.
struct FactorPoints: Sendable, Hashable {
  private var points = SIMD8<UInt8>()
  /// One bit a factor.
  private var severe: UInt8 = 0

  /// The points of a factor, 0…255.
  subscript(factor: Factor) -> Int { Int(points[factor.rawValue]) }

  /// Whether the worse of the factor's two thresholds is reached.
  func isSevere(_ factor: Factor) -> Bool { severe & 1 << UInt8(factor.rawValue) != 0 }

  /// The sum of all points; up to 255 a factor.
  var total: Int { Int(points.wrappedSumOf16) }

  /// Sets a factor's points, 0…255.
  mutating func take(_ amount: Int, for factor: Factor, isSevere: Bool = false) {
    points[factor.rawValue] = UInt8(clamping: amount)
    if isSevere { severe |= 1 << UInt8(factor.rawValue) }
  }
}

extension SIMD8<UInt8> {
  /// The sum of the eight elements, at most 2040.
  fileprivate var wrappedSumOf16: UInt16 { SIMD8<UInt16>(truncatingIfNeeded: self).wrappedSum() }
}

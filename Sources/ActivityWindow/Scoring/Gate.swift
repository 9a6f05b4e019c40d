/// A reason why an hour scores 0 whatever else is forecast. The raw value is its text.
package enum Gate: String, Sendable, CaseIterable {
  case heavyRain = "Heavy rain"
  case rainVeryLikely = "Rain very likely"
  case windTooStrong = "Wind too strong"
  case tooHotForDog = "Too hot for dog"
  /// An extension of score_v1 that is off by default.
  case afterDark = "After dark"

  /// The factor that its chip names: `rain`, `wind`, `dog_heat`, and `dark`, which is no factor of a penalty.
  package var factorName: String {
    switch self {
    case .heavyRain, .rainVeryLikely: Factor.rain.name
    case .windTooStrong: Factor.wind.name
    case .tooHotForDog: Factor.dogHeat.name
    case .afterDark: "dark"
    }
  }
}

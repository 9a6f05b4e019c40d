/// The units that Open-Meteo names, and their conversion to those of `ForecastHour`.
enum UnitConversion: Sendable {
  /// °C
  case temperature
  /// m/s
  case speed
  /// m
  case height
  /// mm
  case rain
  /// s
  case period
  /// percent
  case percent
  /// An index, without a unit.
  case index
  /// µg/m³
  case particles

  /// The value in our unit. `nil` when the unit isn't known.
  ///
  /// - Parameter unit: As the answer names it: `km/h`. `nil`, for an answer that names none, is the documented default.
  func value(_ value: Double, unit: String?) -> Double? {
    guard let unit else { return self == .speed ? UnitConversion.rounded(value / 3.6) : value }
    switch (self, unit) {
    case (.temperature, "°C"), (.speed, "m/s"), (.height, "m"), (.rain, "mm"), (.period, "s"), (.percent, "%"): return value
    case (.index, ""), (.index, "EAQI"), (.index, "index"), (.particles, "μg/m³"), (.particles, "µg/m³"): return value
    case (.temperature, "°F"): return UnitConversion.rounded((value - 32) / 1.8)
    case (.speed, "km/h"): return UnitConversion.rounded(value / 3.6)
    // 1 mile is 1609.344 m, 1 knot 1852 m an hour, 1 foot 0.3048 m, 1 inch 25.4 mm (BIPM).
    case (.speed, "mp/h"), (.speed, "mph"): return UnitConversion.rounded(value * 0.44704)
    case (.speed, "kn"): return UnitConversion.rounded(value * 1852 / 3600)
    case (.height, "ft"): return UnitConversion.rounded(value * 0.3048)
    case (.rain, "inch"), (.rain, "in"): return UnitConversion.rounded(value * 25.4)
    default: return nil
    }
  }

  /// Nine decimals: what a division leaves behind must not decide at a threshold.
  private static func rounded(_ value: Double) -> Double { abs(value) < 1e6 ? (value * 1e9).rounded() / 1e9 : value }
}

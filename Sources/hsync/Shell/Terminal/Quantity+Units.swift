import HealthDesk
import Settings

/// Numbers in the units that the user chose.
extension Quantity {
  /// Returns `72.4 kg`, `159.6 lb`: a weight in the user's unit.
  static func weight(_ kg: Double, in unit: WeightUnit = ShownUnits.chosen.weight) -> String {
    "\(fixed(kg / unit.kilograms, 1)) \(unit.rawValue)"
  }

  /// Returns `+0.4 kg`, `-0.9 lb`, `0.0 kg`: the difference of two weights in the user's unit.
  static func weightDifference(_ kg: Double, in unit: WeightUnit = ShownUnits.chosen.weight) -> String {
    let words = weight(kg, in: unit)
    return kg > 0 && !words.hasPrefix("0.0 ") ? "+" + words : words
  }

  /// Returns `2-650 kg`, `4.4-1433 lb`: the range of valid weights.
  static func range(_ range: ClosedRange<Double>, in unit: WeightUnit) -> String {
    let ends = [range.lowerBound, range.upperBound].map { rounded($0 / unit.kilograms, steps: $0 < 10 && unit != .kg ? 10 : 1) }
    return "\(ends[0])-\(ends[1]) \(unit.rawValue)"
  }

  /// Returns `5.2 km`, `3.2 mi`: a distance in the user's unit.
  static func distance(_ metres: Double, in unit: DistanceUnit = ShownUnits.chosen.distance) -> String {
    "\(fixed(metres / unit.metres, 1)) \(unit.rawValue)"
  }
}

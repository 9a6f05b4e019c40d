import HealthModel

/// A unit in which people weigh themselves.
package enum WeightUnit: String, CaseIterable {
  case kg, lb

  /// Kilograms of one; the international pound is 0.45359237 kg exactly.
  package var kilograms: Double { self == .kg ? 1 : 0.45359237 }

  /// The same as a unit that is typed behind a number.
  package var typed: TypedUnit { self == .kg ? .kg : .lb }
}

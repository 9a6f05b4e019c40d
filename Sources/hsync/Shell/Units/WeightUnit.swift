import ArgumentParser

/// A unit in which people weigh themselves.
enum WeightUnit: String, CaseIterable, ExpressibleByArgument {
  case kg, lb

  /// Kilograms of one; the international pound is 0.45359237 kg exactly.
  var kilograms: Double { self == .kg ? 1 : 0.45359237 }
}

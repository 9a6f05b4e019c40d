/// The sex that the formula for basal energy distinguishes.
package enum DietSex: String, Sendable, CaseIterable {
  case male, female, other

  /// The weight preset of a first set-up, kg: 90, 70 or 80.
  package var presetWeightKg: Double {
    switch self {
    case .male: 90
    case .female: 70
    case .other: 80
    }
  }

  /// The height preset of a first set-up, cm: 178, 165 or 171.
  package var presetHeightCm: Double {
    switch self {
    case .male: 178
    case .female: 165
    case .other: 171
    }
  }
}

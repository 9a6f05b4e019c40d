import HealthModel

/// The energy that a body needs a day, with the formula and the numbers that led to it.
package struct EnergyNeed: Sendable, Hashable {
  /// A formula for basal energy, with the number that only it uses.
  package enum Formula: Sendable, Hashable {
    /// Mifflin–St Jeor, used when body fat isn't known. `constantKcal` is 5 for men, −161 for women, −78 (their mean) for `other`.
    case mifflinStJeor(constantKcal: Double)
    /// Katch–McArdle, used when body fat is known: lean mass predicts basal energy better than sex, age and height do.
    case katchMcArdle(leanKg: Double)
  }

  /// The formula that was used.
  package let formula: Formula
  /// Basal energy, kcal a day, not rounded.
  package let basalKcal: Double
  /// The factor of the activity level.
  package let activityFactor: Double
  /// The profile that it was computed from.
  package let profile: DietProfile

  /// The need of a profile.
  ///
  /// Mifflin–St Jeor (`Study.mifflin`): 10·kg + 6.25·cm − 5·age + constant. A man of 39 years, 170 cm, 80 kg: 800 + 1062.5 − 195 + 5 =
  /// 1672.5 kcal. Katch–McArdle (`Study.katch`): 370 + 21.6·(lean kg). 85 kg with 20 % fat: 370 + 21.6·68 = 1838.8 kcal.
  package init(_ profile: DietProfile) {
    self.profile = profile
    activityFactor = profile.activity.factor
    if let fat = profile.bodyFatPercent {
      let leanKg = profile.weightKg * (1 - fat / 100)
      formula = .katchMcArdle(leanKg: leanKg)
      basalKcal = 370 + 21.6 * leanKg
    } else {
      let constant = EnergyNeed.constantKcal(profile.sex)
      formula = .mifflinStJeor(constantKcal: constant)
      basalKcal = 10 * profile.weightKg + 6.25 * profile.heightCm - 5 * Double(profile.age) + constant
    }
  }

  /// Total energy expenditure (TDEE), kcal a day, not rounded: 1672.5 × 1.375 = 2299.6875.
  package var totalKcal: Double { basalKcal * activityFactor }

  /// Total energy in whole kcal, never negative. All targets are computed from this shown number: 2300.
  package var maintenanceKcal: Int { min(max(0, Int(nearest: totalKcal)), 1_000_000) }

  private static func constantKcal(_ sex: DietSex) -> Double {
    switch sex {
    case .male: 5
    case .female: -161
    case .other: -78
    }
  }
}

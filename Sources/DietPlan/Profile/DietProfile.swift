import HealthModel

/// The user's answers to the set-up and the settings that decide targets: one version of the profile.
///
/// It holds any values, because records of other devices may. `DietDraft` validates new ones.
package struct DietProfile: Sendable, Hashable {
  /// The sex for the energy formula.
  package var sex: DietSex
  /// Age in years, `DietDraft.ages`.
  package var age: Int
  /// Height in cm, `DietDraft.heightsCm`.
  package var heightCm: Double
  /// Body weight in kg. It decides the energy need until the profile is edited; logged weights don't change it.
  package var weightKg: Double
  /// Body fat in percent of the weight. `nil` = not known.
  package var bodyFatPercent: Double?
  /// The activity of a usual week.
  package var activity: ActivityLevel
  /// The goal for the weight.
  package var goal: DietGoal
  /// The eating window. `nil` unless the goal is `lose`.
  package var window: EatingWindow?
  /// Eating times, minutes since local midnight, ascending. Empty unless the goal is `lose`.
  package var mealTimes: [Int]
  /// The share of maintenance energy on diet days.
  package var factor: DietFactor
  /// The weight, kg, that macro goals are computed from while they are locked. `nil` = not locked: they follow the latest weight.
  package var lockedWeightKg: Double?
  /// The share of imported active energy that is added to the target, 0…1. 0 = off, the default: the activity factor contains exercise
  /// already.
  package var activeShare: Double

  /// A profile. Whatever has a default is off or as in a first set-up.
  package init(
    sex: DietSex, age: Int, heightCm: Double, weightKg: Double, bodyFatPercent: Double? = nil, activity: ActivityLevel, goal: DietGoal,
    window: EatingWindow? = nil, mealTimes: [Int] = [], factor: DietFactor = .standard, lockedWeightKg: Double? = nil,
    activeShare: Double = 0
  ) {
    self.sex = sex
    self.age = age
    self.heightCm = heightCm
    self.weightKg = weightKg
    self.bodyFatPercent = bodyFatPercent
    self.activity = activity
    self.goal = goal
    self.window = window
    self.mealTimes = mealTimes
    self.factor = factor
    self.lockedWeightKg = lockedWeightKg
    self.activeShare = activeShare
  }

  /// The body mass index, kg/m²: 80 kg at 170 cm is 27.7.
  package var bodyMassIndex: Double { weightKg / (heightCm / 100 * heightCm / 100) }
}

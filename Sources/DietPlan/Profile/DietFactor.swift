import HealthModel

/// The share of maintenance energy that is eaten on diet days.
package enum DietFactor: String, Sendable, CaseIterable {
  /// 19/23, some 83 %: 2300 kcal become 1900 kcal.
  case standard = "19/23"
  /// 0.67, as in the MATADOR study: 2300 kcal become 1541 kcal.
  case study = "0.67"

  /// The share, 0…1.
  package var share: Double { self == .standard ? 19.0 / 23 : 0.67 }

  /// A diet day's energy before the floor, rounded to whole kcal.
  package func kcal(ofMaintenance maintenanceKcal: Int) -> Int {
    // One division of whole numbers, so that 2300 gives exactly 1900.
    self == .standard ? Int(nearest: Double(maintenanceKcal) * 19 / 23) : Int(nearest: Double(maintenanceKcal) * share)
  }
}

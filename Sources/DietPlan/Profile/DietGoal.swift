/// The user's goal for the weight.
package enum DietGoal: String, Sendable, CaseIterable {
  case lose, maintain, gain

  /// Whether a change of the average weight is progress: down for `lose`, up for `gain`, never for `maintain`.
  ///
  /// Changes under a milligram are rounding errors of the mean and never progress.
  package func isProgress(fromKg: Double, toKg: Double) -> Bool {
    switch self {
    case .lose: toKg < fromKg - 1e-6
    case .maintain: false
    case .gain: toKg > fromKg + 1e-6
    }
  }
}

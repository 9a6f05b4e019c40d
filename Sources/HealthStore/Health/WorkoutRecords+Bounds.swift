import HealthModel

extension WorkoutRecords {
  /// Leaves out numbers beyond the bounds of their columns. `false` = the workout has no time that a row can hold.
  static func keepWithinBounds(_ workout: inout ImportedWorkout) -> Bool {
    func rule(_ column: String) -> NumberRule? { NumberRules.of(kind: "workout", column: column) }
    guard let times = rule("start_ms"), times.allows(Double(workout.startMs)) else { return false }
    workout.endMs = min(workout.endMs, Int64(times.highest))
    for (column, path) in amounts { workout[keyPath: path] = NumberRules.kept(workout[keyPath: path], kind: "workout", column: column) }
    if let minutes = rule("duration_min"), !minutes.allows(workout.durationMin) {
      workout.durationMin = min(Double(workout.endMs - workout.startMs) / 60_000, minutes.highest)
    }
    return true
  }

  private static let amounts: [(column: String, path: WritableKeyPath<ImportedWorkout, Double?> & Sendable)] = [
    ("energy_kcal", \.energyKcal), ("distance_m", \.distanceM), ("heart_avg_bpm", \.heartAvgBpm), ("heart_min_bpm", \.heartMinBpm),
    ("heart_max_bpm", \.heartMaxBpm),
  ]
}

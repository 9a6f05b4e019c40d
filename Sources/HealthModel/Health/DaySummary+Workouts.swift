/// The workouts of a day on which a watch was worn.
extension DaySummary {
  /// Whether something was worn that records workouts: it measured the heart or minutes of exercise, which a phone in a pocket can't.
  public var isWorn: Bool { [heartMinBpm, heartAvgBpm, heartMaxBpm, restingBpm, hrvMs, exerciseMin].contains { $0 != nil } }

  /// The workouts: those that were recorded, else none on a day on which a watch was worn. `nil` = not known.
  public var countedWorkouts: Int? { workouts ?? (isWorn ? 0 : nil) }

  /// Their minutes, 0 without workouts. `nil` = not known.
  public var countedWorkoutMin: Double? { workoutMin ?? (countedWorkouts == 0 ? 0 : nil) }
}

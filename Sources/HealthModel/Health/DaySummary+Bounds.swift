extension DaySummary {
  /// A column of `day_summary` and what it holds.
  public typealias Amount = (column: String, path: WritableKeyPath<DaySummary, Double?> & Sendable)

  /// The amounts of the day at a glance.
  public static let mainAmounts: [Amount] = [
    ("steps", \.steps), ("active_kcal", \.activeKcal), ("workout_min", \.workoutMin), ("sleep_min", \.sleepMin),
    // What tells whether a watch was worn (`isWorn`).
    ("exercise_min", \.exerciseMin), ("heart_min_bpm", \.heartMinBpm), ("heart_avg_bpm", \.heartAvgBpm), ("heart_max_bpm", \.heartMaxBpm),
    ("resting_bpm", \.restingBpm), ("hrv_ms", \.hrvMs),
  ]

  /// The columns of `day_summary` that hold amounts, with what they hold, in the table's order; `workouts` is apart, for it is whole.
  public static let amounts: [Amount] = [
    ("steps", \.steps), ("distance_m", \.distanceM), ("flights", \.flights), ("active_kcal", \.activeKcal), ("basal_kcal", \.basalKcal),
    ("exercise_min", \.exerciseMin), ("workout_min", \.workoutMin), ("sleep_min", \.sleepMin), ("sleep_core_min", \.sleepCoreMin),
    ("sleep_deep_min", \.sleepDeepMin), ("sleep_rem_min", \.sleepRemMin), ("awake_min", \.awakeMin), ("in_bed_min", \.inBedMin),
    ("mindful_min", \.mindfulMin), ("heart_min_bpm", \.heartMinBpm), ("heart_avg_bpm", \.heartAvgBpm), ("heart_max_bpm", \.heartMaxBpm),
    ("resting_bpm", \.restingBpm), ("hrv_ms", \.hrvMs),
  ]

  /// A copy without the amounts that are out of bounds for their kind (`NumberRules`). An export with 10^19 steps thus
  /// has an unknown step count, rather than being rejected as a whole.
  public var withinBounds: DaySummary {
    var summary = self
    for (rule, path) in DaySummary.bounds {
      guard let value = summary[keyPath: path], !rule.allows(value) else { continue }
      summary[keyPath: path] = nil
    }
    if let count = workouts, let rule = DaySummary.workoutCount, !rule.allows(Double(count)) { summary.workouts = nil }
    return summary
  }

  private static let workoutCount = NumberRules.of(kind: "day_summary", column: "workouts")

  private static let bounds = amounts.compactMap { column, path in
    NumberRules.of(kind: "day_summary", column: column).map { (rule: $0, path: path) }
  }
}

/// The measures of a day by name: the single list for JSON and CSV output.
extension DaySummary {
  /// Each measure's key, its unit at the end of the name, and its value. The first five are the ones that everything shows.
  public static let fields: [(key: String, value: @Sendable (DaySummary) -> Double?)] = [
    ("steps", { $0.steps }), ("active_kcal", { $0.activeKcal }), ("workouts", { $0.countedWorkouts.map(Double.init) }),
    ("workout_min", { $0.countedWorkoutMin }), ("sleep_min", { $0.sleepMin }),
    ("distance_m", { $0.distanceM }), ("flights", { $0.flights }), ("basal_kcal", { $0.basalKcal }), ("exercise_min", { $0.exerciseMin }),
    ("sleep_core_min", { $0.sleepCoreMin }), ("sleep_deep_min", { $0.sleepDeepMin }), ("sleep_rem_min", { $0.sleepRemMin }),
    ("awake_min", { $0.awakeMin }), ("in_bed_min", { $0.inBedMin }), ("mindful_min", { $0.mindfulMin }),
    ("heart_min_bpm", { $0.heartMinBpm }), ("heart_avg_bpm", { $0.heartAvgBpm }), ("heart_max_bpm", { $0.heartMaxBpm }),
    ("resting_bpm", { $0.restingBpm }), ("hrv_ms", { $0.hrvMs }),
  ]

  /// As in the JSON contract: `day`, the measures, `zone`, `coverage`, `rule_version`.
  public var json: JSON {
    let measures = DaySummary.fields.map { ($0.key, $0.value(self).map { JSON($0) } ?? .null) }
    return .object([("day", .string(day.description))] + measures + origin)
  }

  /// The members of the JSON behind the measures: `zone`, `coverage`, `rule_version`.
  public var origin: [(String, JSON)] {
    let coverage = JSON.object([
      ("samples", JSON(self.coverage.samples)), ("sources", JSON(self.coverage.sources)),
      ("first_ms", self.coverage.firstMs.map { JSON($0) } ?? .null), ("last_ms", self.coverage.lastMs.map { JSON($0) } ?? .null),
    ])
    return [("zone", .string(zone)), ("coverage", coverage), ("rule_version", JSON(ruleVersion))]
  }
}

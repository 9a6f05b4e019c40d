extension SyncedTable {
  /// The user's weights: one row a day by hand, and one for each device that imported some.
  package static let weight = SyncedTable(
    kind: "weight", table: "weight", since: 2, noun: Noun("weight"), listing: .weights,
    columns: [
      SyncedColumn("day", .text, required: true),
      SyncedColumn("kg", .real, required: true),
      SyncedColumn("measured_at_ms", .integer),
      SyncedColumn("utc_offset_min", .integer),
      SyncedColumn("source", .text, required: true),
    ],
    recency: .day("day"), deviceInID: .behindDay)

  /// A day in numbers, as one device computed it. The record is `DaySummary`.
  package static let daySummary = SyncedTable(
    kind: "day_summary", table: "day_summary", since: 2, noun: Noun("day summary", plural: "day summaries", one: "a day's summary"),
    columns: [
      SyncedColumn("day", .text, required: true),
      SyncedColumn("zone", .text, required: true),
      SyncedColumn("steps", .real),
      SyncedColumn("distance_m", .real),
      SyncedColumn("flights", .real),
      SyncedColumn("active_kcal", .real),
      SyncedColumn("basal_kcal", .real),
      SyncedColumn("exercise_min", .real),
      SyncedColumn("workouts", .integer),
      SyncedColumn("workout_min", .real),
      SyncedColumn("sleep_min", .real),
      SyncedColumn("sleep_core_min", .real),
      SyncedColumn("sleep_deep_min", .real),
      SyncedColumn("sleep_rem_min", .real),
      SyncedColumn("awake_min", .real),
      SyncedColumn("in_bed_min", .real),
      SyncedColumn("mindful_min", .real),
      SyncedColumn("heart_min_bpm", .real),
      SyncedColumn("heart_avg_bpm", .real),
      SyncedColumn("heart_max_bpm", .real),
      SyncedColumn("resting_bpm", .real),
      SyncedColumn("hrv_ms", .real),
      SyncedColumn("samples", .integer, at: "coverage.samples", required: true),
      SyncedColumn("sources", .integer, at: "coverage.sources", required: true),
      SyncedColumn("first_ms", .integer, at: "coverage.first_ms"),
      SyncedColumn("last_ms", .integer, at: "coverage.last_ms"),
      SyncedColumn("rule_version", .integer, required: true),
    ],
    recency: .day("day"), deviceInID: .behindDay, isComputed: true)

  /// A workout as one source recorded it.
  package static let workout = SyncedTable(
    kind: "workout", table: "workout", since: 2, noun: Noun("workout"),
    columns: [
      SyncedColumn("activity", .text, required: true),
      SyncedColumn("start_ms", .integer, required: true),
      SyncedColumn("end_ms", .integer, required: true),
      SyncedColumn("utc_offset_min", .integer, required: true),
      SyncedColumn("duration_min", .real),
      SyncedColumn("energy_kcal", .real),
      SyncedColumn("distance_m", .real),
      SyncedColumn("heart_avg_bpm", .real, at: "heart_rate.avg"),
      SyncedColumn("heart_min_bpm", .real, at: "heart_rate.min"),
      SyncedColumn("heart_max_bpm", .real, at: "heart_rate.max"),
      SyncedColumn("source", .text, required: true),
    ],
    recency: .ms("start_ms"))

  /// A night or a nap, put together from the stages of all sources.
  package static let sleepSession = SyncedTable(
    kind: "sleep_session", table: "sleep_session", since: 2, noun: Noun("sleep session", one: "a sleep"),
    columns: [
      SyncedColumn("day", .text, required: true),
      SyncedColumn("start_ms", .integer, required: true),
      SyncedColumn("end_ms", .integer, required: true),
      SyncedColumn("utc_offset_min", .integer, required: true),
      SyncedColumn("asleep_min", .real),
      SyncedColumn("core_min", .real),
      SyncedColumn("deep_min", .real),
      SyncedColumn("rem_min", .real),
      SyncedColumn("unspecified_min", .real),
      SyncedColumn("awake_min", .real),
      SyncedColumn("in_bed_min", .real),
      SyncedColumn("source", .text, required: true),
    ],
    recency: .day("day"))
}

/// The bounds of every number in every kind of record. This table is the source of the library's guards
/// (`RangeTriggers`), the backend's rules (`NumberCheck`), the values that imports leave out of days, and the ranges in
/// `docs/records.md`.
///
/// Bounds are far above what bodies, devices and days can reach, so that no true value is rejected, and far below the
/// limits of arithmetic and of columns.
public enum NumberRules {
  /// Kinds with their rules, in the order of `docs/records.md`.
  public static var all: [(kind: String, rules: [NumberRule])] { kinds.map { ($0.kind, $0.rules()) } }

  /// Those of a kind are made when they are first wanted: a short command wants one kind's.
  private static let kinds: [(kind: String, rules: @Sendable () -> [NumberRule])] = [
    (RecordKind.meal, { meal }), ("weight", { weight }), ("day_summary", { daySummary }), ("workout", { workout }),
    ("sleep_session", { sleepSession }), ("planner_item", { plannerItem }), ("laundry_pet", { laundryPet }),
    ("laundry_task", { laundryTask }),
    ("diet_profile", { dietProfile }), ("diet_event", { dietEvent }), ("coast_profile", { coastProfile }), ("coast_place", { coastPlace }),
    ("product_override", { productOverride }),
  ]

  /// Returns the rules of a kind; none for kinds without numbers and for unknown kinds.
  public static func of(kind: String) -> [NumberRule] { kinds.first { $0.kind == kind }?.rules() ?? [] }

  /// The rule for a column of a kind. `nil` = its values have no bounds.
  public static func of(kind: String, column: String) -> NumberRule? { of(kind: kind).first { $0.column == column } }

  /// A value that a kind's column may hold; `nil` for one beyond its bounds.
  public static func kept(_ value: Double?, kind: String, column: String) -> Double? {
    guard let value, value.isFinite else { return nil }
    return of(kind: kind, column: column)?.allows(value) ?? true ? value : nil
  }

  /// Milliseconds from 1970 to two days before the year 10000: the local date has four digits in every time zone.
  public static let timesMs: ClosedRange<Int64> = 0...253_402_214_399_999

  /// The same as the number that a record has.
  public static let times = Double(timesMs.lowerBound)...Double(timesMs.upperBound)

  /// The time of `timesMs` that is nearest to a number, which may be any: rows of files and of older versions hold what they hold.
  public static func nearestTime(_ ms: Int64) -> Int64 { min(max(ms, timesMs.lowerBound), timesMs.upperBound) }

  /// The same, from 1900 on: imported spans may begin on the evening before 1970, and users may enter old dates.
  private static let spans = -2_208_988_800_000...times.upperBound

  /// Minutes east of UTC: 14 h is the most that any zone has had.
  private static let offsets: ClosedRange<Double> = -840...840

  /// Nutrients of at most `grams` of food, which is 100 kg: enough for a hundred people.
  private static let meal: [NumberRule] =
    [
      NumberRule("eaten_at_ms", times, whole: true, by: .check), NumberRule("utc_offset_min", offsets, whole: true, by: .check),
      NumberRule("amount.servings", 0...10_000, above: true, by: .check), NumberRule("amount.grams", 0...100_000, above: true, by: .check),
      NumberRule("nutrition.energy_kcal", 0...9999, by: .check),
    ]
    + ["protein_g", "carbs_g", "fat_g", "sugars_g", "saturated_fat_g", "fiber_g", "salt_g"].map {
      NumberRule("nutrition.\($0)", 0...99_999, by: .check)
    }
    + [NumberRule("created_at_ms", times, whole: true)]

  private static let weight: [NumberRule] = [
    NumberRule("kg", WeightEntry.range, by: .check), NumberRule("measured_at_ms", times, whole: true, by: .check),
    NumberRule("utc_offset_min", offsets, whole: true, by: .check),
  ]

  /// A day has at most 25 h, 1,500 min. Sessions count in full for the day on which they end (sleep) or begin
  /// (workouts), so that their bounds are wider: a week of sleep, ten weeks for a hike that was never stopped.
  ///
  /// Records: 24 h of running 319 km, of cycling 1,026 km; some 380,000 steps; some 20,000 kcal on a day of a six-day race. Monitors have counted
  /// 600 beats a minute.
  private static let daySummary: [NumberRule] =
    [
      NumberRule("steps", 0...1_000_000), NumberRule("distance_m", 0...10_000_000), NumberRule("flights", 0...100_000),
      NumberRule("active_kcal", 0...100_000), NumberRule("basal_kcal", 0...100_000), NumberRule("exercise_min", 0...1500),
      NumberRule("workouts", 0...1000, whole: true), NumberRule("workout_min", 0...100_000),
    ]
    + ["sleep_min", "sleep_core_min", "sleep_deep_min", "sleep_rem_min", "awake_min", "in_bed_min"].map { NumberRule($0, 0...10_000) }
    + [NumberRule("mindful_min", 0...1500)]
    + ["heart_min_bpm", "heart_avg_bpm", "heart_max_bpm", "resting_bpm"].map { NumberRule($0, 0...1000) }
    + [
      NumberRule("hrv_ms", 0...10_000), NumberRule("coverage.samples", 0...1_000_000_000, whole: true),
      NumberRule("coverage.sources", 0...1_000_000, whole: true), NumberRule("coverage.first_ms", spans, whole: true),
      NumberRule("coverage.last_ms", spans, whole: true), NumberRule("rule_version", 0...1_000_000, whole: true),
    ]

  /// One that was never stopped may last ten weeks, and be driven home in a car.
  private static let workout: [NumberRule] = [
    NumberRule("start_ms", spans, whole: true), NumberRule("end_ms", spans, whole: true),
    NumberRule("utc_offset_min", offsets, whole: true, by: .check), NumberRule("duration_min", 0...100_000),
    NumberRule("energy_kcal", 0...1_000_000), NumberRule("distance_m", 0...100_000_000),
    NumberRule("heart_rate.avg", 0...1000, column: "heart_avg_bpm"), NumberRule("heart_rate.min", 0...1000, column: "heart_min_bpm"),
    NumberRule("heart_rate.max", 0...1000, column: "heart_max_bpm"),
  ]

  private static let sleepSession: [NumberRule] =
    [
      NumberRule("start_ms", spans, whole: true), NumberRule("end_ms", spans, whole: true),
      NumberRule("utc_offset_min", offsets, whole: true, by: .check),
    ]
    + ["asleep_min", "core_min", "deep_min", "rem_min", "unspecified_min", "awake_min", "in_bed_min"].map { NumberRule($0, 0...10_000) }

  private static let plannerItem: [NumberRule] = [
    NumberRule("completed_at_ms", times, whole: true), NumberRule("created_at_ms", times, whole: true),
  ]

  /// Two hours of washing, three of drying and a month between washes are more than machines and people take.
  private static let laundryPet: [NumberRule] = [
    NumberRule("wash_min", 1...120, whole: true, by: .check), NumberRule("dry_min", 1...180, whole: true, by: .check),
    NumberRule("every_days", 1...30, whole: true, by: .check), NumberRule("created_at_ms", times, whole: true, by: .check),
  ]

  /// A thousand cycles a day for three years.
  private static let laundryTask: [NumberRule] = [
    NumberRule("cycle", 1...1_000_000, whole: true, by: .check), NumberRule("attempt", 1...10_000, whole: true, by: .check),
    NumberRule("started_at_ms", times, whole: true, by: .check), NumberRule("ends_at_ms", times, whole: true, by: .check),
    NumberRule("cancelled_at_ms", times, whole: true, by: .check), NumberRule("snoozed_until_ms", times, whole: true, by: .check),
    NumberRule("every_days", 1...30, whole: true, by: .check),
  ]

  /// Wider than those of the set-up, so that a later version may ask for other ones. Minutes are of a local day.
  private static func dietAnswers(in group: String) -> [NumberRule] {
    [
      NumberRule("\(group)age", 1...150, whole: true, by: .check), NumberRule("\(group)height_cm", 30...300, by: .check),
      NumberRule("\(group)weight_kg", WeightEntry.range, by: .check), NumberRule("\(group)body_fat_percent", 0...100, by: .check),
      NumberRule("\(group)window_start_min", minutes, whole: true, by: .check),
      NumberRule("\(group)window_end_min", minutes, whole: true, by: .check),
      NumberRule("\(group)locked_weight_kg", WeightEntry.range, by: .check), NumberRule("\(group)active_share", 0...1, by: .check),
    ]
  }

  private static let minutes = 0.0...1439.0

  private static let dietProfile: [NumberRule] =
    dietAnswers(in: "")
    + ["weigh_in_min", "milestone_min", "absence_min"].map { NumberRule($0, minutes, whole: true, by: .check) }

  private static let dietEvent: [NumberRule] =
    dietAnswers(in: "profile.") + [NumberRule("created_at_ms", times, whole: true, by: .check)]

  /// The bounds of `profile_v1`, which the engine has as well.
  private static let coastProfile: [NumberRule] =
    ["swim_wave_meh_m", "swim_wave_bad_m", "swim_dog_wave_meh_m", "swim_dog_wave_bad_m"].map { threshold($0, 0...20) }
    + ["run_hot_feelslike_warn_c", "run_hot_feelslike_bad_c", "dog_heat_warn_feelslike_c", "dog_heat_bad_feelslike_c"].map {
      threshold($0, -50...60)
    }
    + [
      threshold("uv_warn", 0...60), threshold("uv_bad", 0...60), threshold("aqi_warn_eu", 0...1000), threshold("aqi_bad_eu", 0...1000),
      threshold("wind_warn_ms", 0...100), threshold("wind_bad_ms", 0...100),
    ]

  private static func threshold(_ name: String, _ range: ClosedRange<Double>) -> NumberRule {
    NumberRule("thresholds.\(name)", range, by: .check)
  }

  private static let coastPlace: [NumberRule] = [
    NumberRule("latitude", -90...90, by: .check), NumberRule("longitude", -180...180, by: .check),
    NumberRule("created_at_ms", times, whole: true, by: .check),
  ]

  /// Values per 100 g or per serving. Those of a serving may be as large as a meal's.
  private static let productOverride: [NumberRule] =
    [
      NumberRule("serving.grams", 0...100_000, column: "serving_g", above: true, by: .check),
      NumberRule("nutrition.energy_kcal", 0...9999, by: .check),
    ]
    + ["protein_g", "carbs_g", "fat_g", "sugars_g", "saturated_fat_g", "fiber_g", "salt_g"].map {
      NumberRule("nutrition.\($0)", 0...99_999, by: .check)
    }
    + [NumberRule("created_at_ms", times, whole: true, by: .check)]
}

import HealthModel

/// A table whose rows are measurements: which columns hold what.
///
/// Units are those of AOSP's record classes (`*RecordInternal`): energy in calories, masses in grams, volumes in litres.
struct HealthConnectTable: Sendable {
  /// One measurement of a row.
  struct Measure: Sendable {
    let column: String
    let type: String
    let unit: SampleUnit
  }

  let name: String
  let isInterval: Bool
  let measures: [Measure]

  private init(_ name: String, isInterval: Bool, _ measures: [(String, String, SampleUnit)]) {
    self.name = name
    self.isInterval = isInterval
    self.measures = measures.map { Measure(column: $0.0, type: $0.1, unit: $0.2) }
  }

  /// Names of columns that hold measurements, their times and their records' marks, in any of the tables.
  static let readColumns = Set(all.flatMap { $0.measures.map(\.column) } + HealthConnectImport.Common.columns + others)

  private static let others = [
    "row_id", "parent_key", "start_time", "end_time", "time", "epoch_millis", "beats_per_minute", "stage_type", "exercise_type", "title",
  ]

  private static let count = SampleUnit(name: "count", stored: "count")
  private static let percent = SampleUnit(name: "%", stored: "%")
  private static let perMinute = SampleUnit(name: "count/min", stored: "count/min")
  private static let calories = SampleUnit.stored("cal", type: SampleType.activeEnergyBurned)

  /// All tables with one value or a few in a row. Types that aren't comparable to Apple's have names of their own:
  /// Health Connect's heart rate variability is RMSSD, its total energy includes both resting and active energy.
  static let all: [HealthConnectTable] = [
    .init("steps_record_table", isInterval: true, [("count", SampleType.stepCount, count)]),
    .init("distance_record_table", isInterval: true, [("distance", SampleType.distanceWalkingRunning, .stored("m", type: ""))]),
    .init("floors_climbed_record_table", isInterval: true, [("floors", SampleType.flightsClimbed, count)]),
    .init("active_calories_burned_record_table", isInterval: true, [("energy", SampleType.activeEnergyBurned, calories)]),
    .init("total_calories_burned_record_table", isInterval: true, [("energy", "total_energy_burned", calories)]),
    .init("elevation_gained_record_table", isInterval: true, [("elevation", "elevation_gained", .stored("m", type: ""))]),
    .init("wheelchair_pushes_record_table", isInterval: true, [("count", "push_count", count)]),
    .init("hydration_record_table", isInterval: true, [("volume", "dietary_water", .stored("L", type: "dietary_water"))]),
    .init("nutrition_record_table", isInterval: true, nutrients),
    .init("weight_record_table", isInterval: false, [("weight", SampleType.bodyMass, .stored("g", type: SampleType.bodyMass))]),
    .init("height_record_table", isInterval: false, [("height", "height", .stored("m", type: "height"))]),
    .init("body_fat_record_table", isInterval: false, [("percentage", "body_fat_percentage", percent)]),
    .init("lean_body_mass_record_table", isInterval: false, [("mass", "lean_body_mass", .stored("g", type: "lean_body_mass"))]),
    .init("bone_mass_record_table", isInterval: false, [("mass", "bone_mass", .stored("g", type: ""))]),
    .init("body_water_mass_record_table", isInterval: false, [("body_water_mass", "body_water_mass", .stored("g", type: ""))]),
    .init(
      "basal_metabolic_rate_record_table", isInterval: false, [("basal_metabolic_rate", "basal_metabolic_rate", .stored("W", type: ""))]),
    .init("resting_heart_rate_record_table", isInterval: false, [("beats_per_minute", SampleType.restingHeartRate, perMinute)]),
    .init(
      "heart_rate_variability_rmssd_record_table", isInterval: false,
      [("heart_rate_variability_millis", "heart_rate_variability_rmssd", SampleUnit(name: "ms", stored: "ms"))]),
    .init("oxygen_saturation_record_table", isInterval: false, [("percentage", "oxygen_saturation", percent)]),
    .init("respiratory_rate_record_table", isInterval: false, [("rate", "respiratory_rate", perMinute)]),
    .init("blood_glucose_record_table", isInterval: false, [("level", "blood_glucose", .stored("mmol/L", type: "blood_glucose"))]),
    .init("body_temperature_record_table", isInterval: false, [("temperature", "body_temperature", .stored("degC", type: ""))]),
    .init(
      "basal_body_temperature_record_table", isInterval: false,
      [
        ("temperature", "basal_body_temperature", .stored("degC", type: "")),
        ("body_temperature", "basal_body_temperature", .stored("degC", type: "")),
      ]),
    .init(
      "vo2_max_record_table", isInterval: false,
      [("vo2_milliliters_per_minute_kilogram", "vo2_max", SampleUnit(name: "mL/min·kg", stored: "mL/min·kg"))]),
    .init(
      "blood_pressure_record_table", isInterval: false,
      [
        ("systolic", "blood_pressure_systolic", .stored("mmHg", type: "")),
        ("diastolic", "blood_pressure_diastolic", .stored("mmHg", type: "")),
      ]),
  ]

  /// Masses in grams; each nutrient of a meal is a sample of its own, as in Apple's export.
  private static let nutrients: [(String, String, SampleUnit)] = {
    let names = [
      ("protein", "protein"), ("total_carbohydrate", "carbohydrates"), ("total_fat", "fat_total"), ("saturated_fat", "fat_saturated"),
      ("monounsaturated_fat", "fat_monounsaturated"), ("polyunsaturated_fat", "fat_polyunsaturated"),
      ("unsaturated_fat", "fat_unsaturated"), ("trans_fat", "fat_trans"), ("folic_acid", "folic_acid"), ("sugar", "sugar"),
      ("dietary_fiber", "fiber"), ("sodium", "sodium"), ("cholesterol", "cholesterol"), ("caffeine", "caffeine"), ("calcium", "calcium"),
      ("iron", "iron"), ("potassium", "potassium"), ("magnesium", "magnesium"), ("zinc", "zinc"), ("phosphorus", "phosphorus"),
      ("copper", "copper"), ("manganese", "manganese"), ("selenium", "selenium"), ("chromium", "chromium"), ("molybdenum", "molybdenum"),
      ("chloride", "chloride"), ("iodine", "iodine"), ("thiamin", "thiamin"), ("riboflavin", "riboflavin"), ("niacin", "niacin"),
      ("biotin", "biotin"), ("folate", "folate"), ("pantothenic_acid", "pantothenic_acid"), ("vitamin_a", "vitamin_a"),
      ("vitamin_b6", "vitamin_b6"), ("vitamin_b12", "vitamin_b12"), ("vitamin_c", "vitamin_c"), ("vitamin_d", "vitamin_d"),
      ("vitamin_e", "vitamin_e"), ("vitamin_k", "vitamin_k"),
    ]
    return [("energy", "dietary_energy_consumed", calories), ("energy_from_fat", "dietary_energy_from_fat", calories)]
      + names.map { ($0.0, "dietary_\($0.1)", .stored("g", type: "")) }
  }()
}

import HealthModel

/// A metric of Health Auto Export: its name there, its type here, and the meaning of its items.
struct AutoExportMetric: Sendable, Hashable {
  /// The way in which an item becomes a record.
  enum Shape: Sendable {
    /// A sum over a span of time, already merged over all sources: steps, energy, distances.
    case sum
    /// A measurement at an instant: a weight.
    case instant
    /// `Min`, `Avg` and `Max` over a span, or one measurement.
    case range
    /// `systolic` and `diastolic`.
    case bloodPressure
    case sleep
  }

  /// The type as it is called here; an unknown metric keeps its name.
  let type: String
  let shape: Shape

  /// By its name in the file, whatever its capitals.
  init(named name: String) {
    self.init(type: Self.types[name] ?? Self.types[name.lowercased()] ?? name)
  }

  private init(type: String) {
    self.type = type
    shape = Self.shape(ofType: SampleType.typeOfUnknownUnit(type)?.type ?? type)
  }

  /// Returns the metric for items in `units`: the metric itself, or, if that isn't a unit of what it measures, one with
  /// a type of its own, which isn't used for any day's number.
  func said(in units: String) -> AutoExportMetric {
    guard shape != .sleep else { return self }
    let measured = shape == .bloodPressure ? Self.systolic : type
    let unit = Self.unit(units, type: measured)
    return unit.isUnderstood ? self : AutoExportMetric(type: SampleType.name(of: type, in: unit))
  }

  private static func shape(ofType type: String) -> Shape {
    switch type {
    case SampleType.sleepAnalysis: .sleep
    case SampleType.heartRate: .range
    case "blood_pressure": .bloodPressure
    default: sums.contains(type) || type.hasPrefix("dietary_") || type.hasPrefix("distance_") ? .sum : .instant
    }
  }

  private static let systolic = "blood_pressure_systolic"

  /// The metrics that the app calls otherwise than Apple does, in all spellings of its versions; the others have Apple's name in snake_case
  /// (`step_count`, `vo2_max`). By its server's list (`MetricName`), the list of its TCP server, and its files.
  private static let types: [String: String] = {
    var types = [
      "active_energy": "active_energy_burned", "basal_energy": "basal_energy_burned", "resting_energy": "basal_energy_burned",
      "walking_running_distance": "distance_walking_running", "walk_run_distance": "distance_walking_running",
      "cycling_distance": "distance_cycling", "swimming_distance": "distance_swimming", "wheelchair_distance": "distance_wheelchair",
      "downhill_snow_sports": "distance_downhill_snow_sports", "downhill_snow_sports_distance": "distance_downhill_snow_sports",
      "wheelchair_push_count": "push_count", "swim_stroke_count": "swimming_stroke_count", "apple_standtime": "apple_stand_time",
      "weight_body_mass": "body_mass", "vo2max": "vo2_max",
      "heart_rate_variability": "heart_rate_variability_sdnn", "walking_heart_rate": "walking_heart_rate_average",
      "cardio_recovery": "heart_rate_recovery_one_minute", "blood_oxygen_saturation": "oxygen_saturation",
      "forced_expiratory_volume": "forced_expiratory_volume1", "forced_expiratory_volume_1": "forced_expiratory_volume1",
      "mindful_minutes": "mindful_session", "six_minute_walking_test_distance": "six_minute_walk_test_distance",
      "stair_speed_up": "stair_ascent_speed", "stair_speed_down": "stair_descent_speed",
      "environmental_audio": "environmental_audio_exposure", "headphone_audio": "headphone_audio_exposure",
      "under_water_depth": "underwater_depth", "under_water_temperature": "water_temperature",
      "underwater_temperature": "water_temperature", "breathing_disturbances": "apple_sleeping_breathing_disturbances",
      "handwashing": "handwashing_event", "toothbrushing": "toothbrushing_event",
      "number_of_time_fallen": "number_of_times_fallen", "alcohol_consumption": "number_of_alcoholic_beverages",
      "dietary_energy": "dietary_energy_consumed", "total_fat": "dietary_fat_total", "saturated_fat": "dietary_fat_saturated",
      "monounsaturated_fat": "dietary_fat_monounsaturated", "monosaturated_fat": "dietary_fat_monounsaturated",
      "polyunsaturated_fat": "dietary_fat_polyunsaturated",
    ]
    let eaten = [
      "protein", "carbohydrates", "fiber", "sodium", "sugar", "water", "cholesterol", "caffeine", "calcium", "iron", "potassium",
      "magnesium", "zinc", "phosphorus", "copper", "manganese", "selenium", "chromium", "molybdenum", "chloride", "iodine", "thiamin",
      "riboflavin", "niacin", "biotin", "folate", "pantothenic_acid", "vitamin_a", "vitamin_b6", "vitamin_b12", "vitamin_c", "vitamin_d",
      "vitamin_e", "vitamin_k",
    ]
    for name in eaten { types[name] = "dietary_" + name }
    return types
  }()

  /// Types whose items are sums over time (HealthKit's cumulative types); all that is eaten and all distances are too.
  private static let sums: Set<String> = [
    "step_count", "push_count", "flights_climbed", "active_energy_burned", "basal_energy_burned", "apple_exercise_time", "apple_stand_time",
    "apple_stand_hour", "apple_move_time", "mindful_session", "time_in_daylight", "swimming_stroke_count", "number_of_times_fallen",
    "number_of_alcoholic_beverages", "inhaler_usage", "insulin_delivery", "nike_fuel", "uv_exposure", "handwashing_event",
    "toothbrushing_event",
  ]

  /// Returns the stored unit for a value in `unit` (`SampleUnit.stored`). The app writes percentages as 97 where Apple
  /// writes 0.97.
  static func unit(_ unit: String, type: String) -> SampleUnit {
    let stored = SampleUnit.stored(unit, type: type)
    return stored.stored == "%" && stored.isUnderstood ? SampleUnit(name: unit, stored: "%") : stored
  }

  /// Returns the stored unit of an item's value: from its own `units` or `unit`, else from those of its metric.
  /// - Parameter units: the metric's; empty = none.
  static func unit(of item: JSON, orMetric units: String, type: String) -> SampleUnit {
    unit(saidUnit(of: item) ?? units, type: type)
  }

  /// The unit that an item names itself; `nil` when it names none.
  static func saidUnit(of item: JSON) -> String? {
    for key in ["units", "unit"] { if let said = item[key].string, !said.isEmpty { return said } }
    return nil
  }
}

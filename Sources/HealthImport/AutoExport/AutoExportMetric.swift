import HealthModel

/// What a metric of Health Auto Export is: its name there, its type here, and how its items are to be understood.
struct AutoExportMetric: Sendable, Hashable {
  /// How an item becomes a record.
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

  /// By its name in the file.
  init(named name: String) {
    let type = Self.types[name] ?? name
    self.type = type
    shape =
      switch type {
      case SampleType.sleepAnalysis: .sleep
      case SampleType.heartRate: .range
      case "blood_pressure": .bloodPressure
      default: Self.sums.contains(type) || type.hasPrefix("dietary_") || type.hasPrefix("distance_") ? .sum : .instant
      }
  }

  /// The metrics that the app calls otherwise than Apple does; the others have Apple's name in snake_case (`step_count`, `vo2_max`).
  private static let types: [String: String] = {
    var types = [
      "active_energy": "active_energy_burned", "walking_running_distance": "distance_walking_running",
      "cycling_distance": "distance_cycling", "swimming_distance": "distance_swimming", "wheelchair_distance": "distance_wheelchair",
      "weight_body_mass": "body_mass", "heart_rate_variability": "heart_rate_variability_sdnn",
      "blood_oxygen_saturation": "oxygen_saturation", "mindful_minutes": "mindful_session",
      "cardio_recovery": "heart_rate_recovery_one_minute", "six_minute_walking_test_distance": "six_minute_walk_test_distance",
      "stair_speed_up": "stair_ascent_speed", "stair_speed_down": "stair_descent_speed",
      "breathing_disturbances": "apple_sleeping_breathing_disturbances", "handwashing": "handwashing_event",
      "toothbrushing": "toothbrushing_event", "alcohol_consumption": "number_of_alcoholic_beverages",
      "dietary_energy": "dietary_energy_consumed", "total_fat": "dietary_fat_total", "saturated_fat": "dietary_fat_saturated",
      "monounsaturated_fat": "dietary_fat_monounsaturated", "polyunsaturated_fat": "dietary_fat_polyunsaturated",
      "pantothenic_acid": "dietary_pantothenic_acid",
    ]
    let eaten = [
      "protein", "carbohydrates", "fiber", "sodium", "sugar", "water", "cholesterol", "caffeine", "calcium", "iron", "potassium",
      "magnesium",
      "zinc", "phosphorus", "copper", "manganese", "selenium", "chromium", "molybdenum", "chloride", "iodine", "thiamin", "riboflavin",
      "niacin", "biotin", "folate", "vitamin_a", "vitamin_b6", "vitamin_b12", "vitamin_c", "vitamin_d", "vitamin_e", "vitamin_k",
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

  /// How a value said in `unit` is stored. The app says shares as 97 where Apple says 0.97.
  static func unit(_ unit: String, type: String) -> SampleUnit {
    unit == "%" ? SampleUnit(name: "%", stored: "%") : SampleUnit.stored(unit == "steps" ? "count" : unit, type: type)
  }
}

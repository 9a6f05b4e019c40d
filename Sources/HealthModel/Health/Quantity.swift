/// The quantity that a type of samples measures, which decides the units it can have.
enum Quantity: Sendable {
  case energy, length, mass, share, temperature, speed, volume, pressure, duration, rate, glucose, count

  /// The quantity that a type measures; `nil` for an unknown type, which takes any unit.
  /// - Parameter type: its name (`SampleType`): `body_mass`.
  init?(ofType type: String) {
    if let known = Quantity.types[type] {
      self = known
    } else if type.hasPrefix("distance_") {
      self = .length
    } else if type.hasPrefix("dietary_") {
      self = .mass
    } else if type.hasPrefix("heart_rate_variability") || (type.hasPrefix("apple_") && type.hasSuffix("_time")) {
      self = .duration
    } else if type.hasSuffix("_speed") {
      self = .speed
    } else if type.hasSuffix("_temperature") {
      self = .temperature
    } else {
      return nil
    }
  }

  /// The unit that a known unit of this quantity is stored in, whatever the type; masses of bodies, and times, have others
  /// (`SampleUnit.stored`).
  var unit: String {
    switch self {
    case .energy: "kcal"
    case .length: "m"
    case .mass: "g"
    case .share: "%"
    case .temperature: "degC"
    case .speed: "m/s"
    case .volume: "mL"
    case .pressure: "mmHg"
    case .duration: "s"
    case .rate: "count/min"
    case .glucose: "mg/dL"
    case .count: "count"
    }
  }

  /// Types by name, except those covered by the prefixes and suffixes in `init(ofType:)`.
  private static let types: [String: Quantity] = {
    let lists: [(Quantity, [String])] = [
      (
        .energy,
        [
          "active_energy_burned", "basal_energy_burned", "total_energy_burned", "dietary_energy_consumed", "dietary_energy_from_fat",
        ]
      ),
      (
        .length,
        [
          "height", "waist_circumference", "walking_step_length", "running_stride_length", "running_vertical_oscillation",
          "six_minute_walk_test_distance", "underwater_depth", "elevation_gained",
        ]
      ),
      (.mass, ["body_mass", "lean_body_mass", "bone_mass", "body_water_mass"]),
      (
        .share,
        [
          "oxygen_saturation", "body_fat_percentage", "walking_asymmetry_percentage", "walking_double_support_percentage",
          "apple_walking_steadiness", "peripheral_perfusion_index", "atrial_fibrillation_burden", "blood_alcohol_content",
        ]
      ),
      (.volume, ["dietary_water", "forced_vital_capacity", "forced_expiratory_volume1"]),
      (.pressure, ["blood_pressure_systolic", "blood_pressure_diastolic"]),
      (.duration, ["time_in_daylight", "mindful_session", "running_ground_contact_time"]),
      (
        .rate,
        [
          "heart_rate", "resting_heart_rate", "walking_heart_rate_average", "heart_rate_recovery_one_minute", "respiratory_rate",
          "cycling_cadence",
        ]
      ),
      (.glucose, ["blood_glucose"]),
      (
        .count,
        ["step_count", "flights_climbed", "push_count", "swimming_stroke_count", "number_of_times_fallen", "number_of_alcoholic_beverages"]
      ),
    ]
    return Dictionary(lists.flatMap { list in list.1.map { ($0, list.0) } }) { first, _ in first }
  }()
}

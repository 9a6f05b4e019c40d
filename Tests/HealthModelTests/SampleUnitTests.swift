import Testing

@testable import HealthModel

@Suite struct SampleUnitTests {
  @Test(
    arguments: [
      ("kcal", "active_energy_burned", 5, "kcal", 5), ("Cal", "active_energy_burned", 5, "kcal", 5),
      ("kJ", "active_energy_burned", 418.4, "kcal", 100),
      ("cal", "active_energy_burned", 5000, "kcal", 5), ("J", "dietary_energy_consumed", 4184, "kcal", 1),
      ("km", "distance_walking_running", 1.5, "m", 1500), ("mi", "distance_cycling", 1, "m", 1609.344),
      ("m", "distance_swimming", 25, "m", 25),
      ("cm", "height", 180, "m", 1.8), ("ft", "height", 6, "m", 1.8288), ("in", "waist_circumference", 40, "m", 1.016),
      ("yd", "distance_swimming", 100, "m", 91.44), ("cm", "walking_step_length", 70, "m", 0.7),
      ("kg", "body_mass", 80, "kg", 80), ("lb", "body_mass", 176.37, "kg", 80.00008651), ("st", "lean_body_mass", 10, "kg", 63.5029318),
      ("g", "body_mass", 80_000, "kg", 80), ("g", "dietary_protein", 30, "g", 30), ("mg", "dietary_sodium", 1500, "g", 1.5),
      ("mcg", "dietary_vitamin_b12", 2.4, "g", 0.0000024), ("oz", "dietary_protein", 1, "g", 28.349523125),
      ("%", "oxygen_saturation", 0.97, "%", 97), ("degC", "body_temperature", 36.6, "degC", 36.6),
      ("degF", "body_temperature", 98.6, "degC", 37),
      ("K", "body_temperature", 310.15, "degC", 37), ("m/s", "walking_speed", 1.4, "m/s", 1.4), ("km/hr", "walking_speed", 36, "m/s", 10),
      ("mi/hr", "running_speed", 10, "m/s", 4.4704), ("mL", "dietary_water", 250, "mL", 250),
      ("L", "forced_vital_capacity", 4.2, "mL", 4200),
      ("fl_oz_us", "dietary_water", 8, "mL", 236.5882365), ("cup_us", "dietary_water", 1, "mL", 236.5882365),
      ("mmHg", "blood_pressure_systolic", 120, "mmHg", 120), ("kPa", "blood_pressure_systolic", 16, "mmHg", 120.00986),
      ("mg/dL", "blood_glucose", 90, "mg/dL", 90), ("mmol<180.1558800000541>/L", "blood_glucose", 5, "mg/dL", 90.078),
      ("mmol/L", "blood_glucose", 5, "mg/dL", 90.078), ("count", "step_count", 112, "count", 112),
      ("count/min", "heart_rate", 60, "count/min", 60),
      ("count/s", "heart_rate", 1, "count/min", 60), ("min", "apple_exercise_time", 30, "min", 30),
      ("s", "apple_stand_time", 90, "min", 1.5),
      ("hr", "time_in_daylight", 0.5, "min", 30), ("ms", "heart_rate_variability_sdnn", 43.5, "ms", 43.5),
      ("s", "heart_rate_variability_sdnn", 0.0435, "ms", 43.5), ("hr", "sleep_duration_goal", 8, "hr", 8),
      ("dBASPL", "headphone_audio_exposure", 70, "dBASPL", 70),
      ("kcal/hr·kg", "physical_effort", 3, "kcal/hr·kg", 3), ("", "uv_exposure", 3, "", 3),
    ] as [(String, String, Double, String, Double)])
  func valuesAreStoredInFixedUnits(said: String, type: String, value: Double, stored: String, result: Double) {
    let unit = SampleUnit.stored(said, type: type)
    #expect(unit.name == said)
    #expect(unit.stored == stored)
    #expect(abs(unit.convert(value) - result) <= abs(result) * 1e-7)
  }

  @Test func whatNeedsNoConversionIsNotTouched() {
    for (said, type) in [
      ("kcal", "active_energy_burned"), ("m", "height"), ("kg", "body_mass"), ("count/min", "heart_rate"), ("min", "apple_stand_time"),
    ] {
      let unit = SampleUnit.stored(said, type: type)
      #expect(unit.factor == 1 && unit.shift == 0)
      #expect(unit.convert(0.1 + 0.2) == 0.1 + 0.2)
    }
  }
}

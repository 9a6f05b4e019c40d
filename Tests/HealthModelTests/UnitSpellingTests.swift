import Testing

@testable import HealthModel

/// Which units are understood for which types, in what spellings.
@Suite struct UnitSpellingTests {
  @Test(
    arguments: [
      ("lbs", "body_mass", 180, "kg", 81.6466266), ("LBS", "body_mass", 180, "kg", 81.6466266),
      ("pounds", "body_mass", 1, "kg", 0.45359237),
      ("Kg", "body_mass", 80, "kg", 80), ("kilograms", "lean_body_mass", 60, "kg", 60), (" kg\u{A0}", "body_mass", 80, "kg", 80),
      ("stone", "body_mass", 10, "kg", 63.5029318), ("KJ", "active_energy_burned", 418.4, "kcal", 100),
      ("Kcal", "active_energy_burned", 5, "kcal", 5), ("KCAL", "dietary_energy_consumed", 5, "kcal", 5),
      ("kilojoules", "basal_energy_burned", 418.4, "kcal", 100), ("miles", "distance_walking_running", 2, "m", 3218.688),
      ("Mile", "distance_cycling", 1, "m", 1609.344), ("KM", "distance_walking_running", 1, "m", 1000), ("feet", "height", 6, "m", 1.8288),
      ("meters", "distance_swimming", 25, "m", 25), ("mph", "walking_speed", 10, "m/s", 4.4704), ("kmph", "cycling_speed", 36, "m/s", 10),
      ("km/h", "running_speed", 36, "m/s", 10), ("°F", "body_temperature", 98.6, "degC", 37),
      ("\u{2109}", "body_temperature", 98.6, "degC", 37),
      ("°C", "basal_body_temperature", 36.6, "degC", 36.6), ("F", "body_temperature", 98.6, "degC", 37),
      ("hours", "apple_exercise_time", 0.5, "min", 30), ("Minutes", "mindful_session", 10, "min", 10),
      ("secs", "apple_stand_time", 90, "min", 1.5), ("beats/min", "heart_rate", 60, "count/min", 60),
      ("BPM", "resting_heart_rate", 60, "count/min", 60), ("count", "heart_rate", 60, "count/min", 60),
      ("breaths/min", "respiratory_rate", 14, "count/min", 14), ("fl oz", "dietary_water", 8, "mL", 236.5882365),
      ("\u{B5}g", "dietary_vitamin_b12", 2, "g", 0.000002), ("\u{3BC}g", "dietary_vitamin_b12", 2, "g", 0.000002),
      ("ug", "dietary_vitamin_d", 2, "g", 0.000002), ("steps", "step_count", 112, "count", 112), ("", "step_count", 112, "", 112),
      ("floors", "flights_climbed", 3, "count", 3), ("Strokes", "swimming_stroke_count", 30, "count", 30),
      ("mg/dl", "blood_glucose", 90, "mg/dL", 90),
      ("mmhg", "blood_pressure_systolic", 120, "mmHg", 120), ("percent", "oxygen_saturation", 0.97, "%", 97),
      ("msec", "heart_rate_variability_sdnn", 43, "ms", 43),
    ] as [(String, String, Double, String, Double)])
  func spellingsThatMeanOneThing(said: String, type: String, value: Double, stored: String, result: Double) {
    let unit = SampleUnit.stored(said, type: type)
    #expect(unit.isUnderstood)
    #expect(unit.name == said)
    #expect(unit.stored == stored)
    #expect(abs(unit.convert(value) - result) <= abs(result) * 1e-7)
  }

  /// Unknown, of another quantity, ambiguous, or missing where one is needed.
  @Test(
    arguments: [
      ("lbz", "body_mass"), ("", "body_mass"), ("kcal", "body_mass"), ("count", "body_mass"), ("Mg", "dietary_sodium"),
      ("IU", "dietary_vitamin_d"),
      ("CAL", "active_energy_burned"), ("calories", "active_energy_burned"), ("", "active_energy_burned"), ("g", "dietary_energy_consumed"),
      ("nmi", "distance_walking_running"), ("", "distance_walking_running"), ("min", "distance_swimming"), ("M", "height"),
      ("km", "step_count"),
      ("min", "step_count"), ("floors", "step_count"), ("steps", "flights_climbed"), ("count", "distance_cycling"), ("ms", "heart_rate"),
      ("", "heart_rate"), ("", "resting_heart_rate"), ("count", "respiratory_rate"), ("count", "apple_exercise_time"),
      ("bpm", "heart_rate_variability_sdnn"), ("cup", "dietary_water"), ("C", "body_mass"), ("min/km", "running_speed"),
      ("mol/L", "blood_glucose"), (String(repeating: "k", count: 500), "body_mass"),
    ])
  func unitsThatArentOfTheType(said: String, type: String) {
    let unit = SampleUnit.stored(said, type: type)
    #expect(unit == SampleUnit(name: said, stored: said, isUnderstood: false))
    #expect(unit.convert(180) == 180)
    let name = SampleType.name(of: type, in: unit)
    #expect(name != type && name.hasPrefix(type) && name.utf8.count < 200)
    #expect(SampleType.typeOfUnknownUnit(name)?.type == type)
    #expect(SampleType.typeOfUnknownUnit(name + ".min")?.type == type)
    // Read again under that name, it stays as it is.
    #expect(!SampleUnit.stored("kg", type: name).isUnderstood)
    #expect(SampleType.name(of: name, in: unit) == name)
  }

  @Test func namesOfTypesWithUnits() {
    #expect(SampleType.name(of: "body_mass", in: .stored("lbz", type: "body_mass")) == "body_mass (unit lbz)")
    #expect(SampleType.name(of: "body_mass", in: .stored("", type: "body_mass")) == "body_mass (no unit)")
    #expect(SampleType.name(of: "body_mass", in: .stored("a\nb", type: "body_mass")) == "body_mass (unit a?b)")
    #expect(SampleType.name(of: "body_mass", in: .stored("kg", type: "body_mass")) == "body_mass")
    #expect(SampleType.typeOfUnknownUnit("body_mass (unit lbz)").map { "\($0) \($1)" } == "body_mass lbz")
    #expect(SampleType.typeOfUnknownUnit("body_mass (unit (a))")?.unit == "(a)")
    for name in ["body_mass", "", "(", ")(", "a (b)", "body_mass(unit x)"] { #expect(SampleType.typeOfUnknownUnit(name) == nil) }
    #expect(ReadingReport.remark(ofType: "body_mass (unit lbz)") == "unit not known, left out of days: lbz (body_mass)")
    #expect(ReadingReport.remark(ofType: "body_mass (no unit)") == "no unit, left out of days (body_mass)")
    #expect(ReadingReport.remark(ofType: "body_mass") == nil)
  }

  @Test func typesThatArentKnownTakeAnyUnit() {
    for said in ["widgets", "", "count", "kcal/hr·kg"] {
      #expect(SampleUnit.stored(said, type: "my_metric").isUnderstood)
      #expect(SampleUnit.stored(said, type: "my_metric").convert(3) == 3)
    }
    #expect(SampleUnit.stored("km", type: "my_metric").convert(3) == 3000)
  }

  @Test func secondsOfUnitsOfTime() {
    #expect(["s", "min", "hours", "hr", "d", "ms"].map(SampleUnit.seconds) == [1, 60, 3600, 3600, 86400, 0.001])
    for said in ["", "kg", "count", "month"] { #expect(SampleUnit.seconds(of: said) == nil) }
  }

  /// Words of a file are reasons, too: so many different ones don't fill the memory.
  @Test func reasonsAreBounded() {
    var report = ReadingReport()
    for number in 0..<2000 {
      report.skip("reason \(number)")
      report.remark("remark \(number)", 2)
    }
    #expect(report.skipped.count <= 501 && report.skipped.values.reduce(0, +) == 2000)
    #expect(report.remarks.count <= 501 && report.remarks.values.reduce(0, +) == 4000)
  }
}

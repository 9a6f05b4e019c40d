import HealthModel

/// The numeric codes of category values: `HKCategoryValueAppleStandHourStood`.
enum CategoryCode {
  /// HealthKit's number for a word if it is known, else a stable one made of the word (FNV-1a, 32 bits).
  static func number(of word: String) -> Int {
    guard word.hasPrefix(prefix) else { return hash(word) }
    let rest = word.dropFirst(prefix.count)
    if rest == "NotApplicable" { return 0 }
    for (group, first, names) in groups where rest.hasPrefix(group) {
      if let place = names.firstIndex(of: String(rest.dropFirst(group.count))) { return first + place }
    }
    // The stages of sleep, and the plain "Asleep" of iOS before 16, which is HealthKit's "AsleepUnspecified" today.
    switch rest {
    case "SleepAnalysisInBed": return SleepStage.inBed.rawValue
    case "SleepAnalysisAsleep", "SleepAnalysisAsleepUnspecified": return SleepStage.asleep.rawValue
    case "SleepAnalysisAwake": return SleepStage.awake.rawValue
    case "SleepAnalysisAsleepCore": return SleepStage.core.rawValue
    case "SleepAnalysisAsleepDeep": return SleepStage.deep.rawValue
    case "SleepAnalysisAsleepREM": return SleepStage.rem.rawValue
    default: return hash(word)
    }
  }

  private static let prefix = "HKCategoryValue"

  /// HealthKit's enumerations in the order of their numbers, with the first number (HKCategoryValues.h).
  private static let groups: [(group: String, first: Int, names: [String])] = [
    ("AppleStandHour", 0, ["Stood", "Idle"]),
    ("Severity", 0, ["Unspecified", "NotPresent", "Mild", "Moderate", "Severe"]),
    ("Presence", 0, ["Present", "NotPresent"]),
    ("AppetiteChanges", 0, ["Unspecified", "NoChange", "Decreased", "Increased"]),
    ("CervicalMucusQuality", 1, ["Dry", "Sticky", "Creamy", "Watery", "EggWhite"]),
    ("OvulationTestResult", 1, ["Negative", "LuteinizingHormoneSurge", "Indeterminate", "EstrogenSurge"]),
    ("MenstrualFlow", 1, ["Unspecified", "Light", "Medium", "Heavy", "None"]),
    ("VaginalBleeding", 1, ["Unspecified", "Light", "Medium", "Heavy", "None"]),
    ("Contraceptive", 1, ["Unspecified", "Implant", "Injection", "IntrauterineDevice", "IntravaginalRing", "Oral", "Patch"]),
    ("PregnancyTestResult", 1, ["Negative", "Positive", "Indeterminate"]),
    ("ProgesteroneTestResult", 1, ["Negative", "Positive", "Indeterminate"]),
    ("AppleWalkingSteadinessEvent", 1, ["InitialLow", "InitialVeryLow", "RepeatLow", "RepeatVeryLow"]),
    ("EnvironmentalAudioExposureEvent", 1, ["MomentaryLimit"]),
    ("HeadphoneAudioExposureEvent", 1, ["SevenDayLimit"]),
    ("LowCardioFitnessEvent", 1, ["LowFitness"]),
  ]

  /// FNV-1a, 32 bits (RFC 9923).
  private static func hash(_ word: String) -> Int {
    Int(word.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 })
  }
}

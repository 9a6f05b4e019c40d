/// Names of the types of samples: Apple's identifiers without their prefix, in snake_case, for all kinds of export.
public enum SampleType {
  // The types that the day's totals need.
  public static let stepCount = "step_count"
  public static let distanceWalkingRunning = "distance_walking_running"
  public static let flightsClimbed = "flights_climbed"
  public static let activeEnergyBurned = "active_energy_burned"
  public static let basalEnergyBurned = "basal_energy_burned"
  public static let appleExerciseTime = "apple_exercise_time"
  public static let sleepAnalysis = "sleep_analysis"
  public static let mindfulSession = "mindful_session"
  public static let heartRate = "heart_rate"
  public static let restingHeartRate = "resting_heart_rate"
  public static let heartRateVariability = "heart_rate_variability_sdnn"
  public static let bodyMass = "body_mass"

  /// Apple's prefixes of type names, longest first.
  private static let prefixes = [
    "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCorrelationTypeIdentifier", "HKScoredAssessmentTypeIdentifier",
    "HKWorkoutActivityType", "HKWorkoutEventType", "HKDataTypeIdentifier", "HKDataType",
  ]

  /// The name of Apple's identifier of a type, a correlation, a workout's activity or event: `HKQuantityTypeIdentifierVO2Max` is
  /// `vo2_max`. An identifier with another prefix keeps it: `HKFuture` is `hk_future`.
  public static func name(ofApple identifier: String) -> String {
    for prefix in prefixes where identifier.hasPrefix(prefix) && identifier.utf8.count > prefix.utf8.count {
      return snakeCase(identifier.dropFirst(prefix.count))
    }
    return snakeCase(identifier[...])
  }

  // MARK: - Units that aren't understood

  /// The type under which records of `type` are kept: itself, or one of its own when the unit isn't understood for it:
  /// `body_mass (unit lbz)`, `body_mass (no unit)`. Nothing that is made of `body_mass` sees those.
  public static func name(of type: String, in unit: SampleUnit) -> String {
    guard !unit.isUnderstood, typeOfUnknownUnit(type) == nil else { return type }
    return unit.name.isEmpty ? type + withoutUnit : type + withUnit + String(unit.name.printable.prefix(longestUnit)) + ")"
  }

  /// The type that records kept under `name` are of, and their unit, when it isn't understood (`name(of:in:)`); `nil` for other names. A
  /// measure of an aggregate (`heart_rate (unit x).min`) is that of its type.
  public static func typeOfUnknownUnit(_ name: String) -> (type: String, unit: String)? {
    guard let bracket = name.utf8.firstIndex(of: UInt8(ascii: "(")), let close = name.utf8.lastIndex(of: UInt8(ascii: ")")),
      name.startIndex < bracket, bracket < close, name.utf8[name.utf8.index(before: bracket)] == UInt8(ascii: " ")
    else { return nil }
    let rest = name[bracket...]
    if rest.hasPrefix(withUnit.dropFirst()) {
      let start = name.utf8.index(bracket, offsetBy: withUnit.utf8.count - 1)
      return (String(name[..<bracket].dropLast()), start < close ? String(name[start..<close]) : "")
    }
    return rest.hasPrefix(withoutUnit.dropFirst()) ? (String(name[..<bracket].dropLast()), "") : nil
  }

  private static let withUnit = " (unit "
  private static let withoutUnit = " (no unit)"
  /// Longer units are cut in the names of types.
  private static let longestUnit = 40

  /// `HeartRateVariabilitySDNN` as `heart_rate_variability_sdnn`, `UVExposure` as `uv_exposure`: a word begins with a capital behind a small
  /// letter or a digit, and with the last capital of several before a small letter.
  static func snakeCase(_ words: Substring) -> String {
    let bytes = Array(words.utf8)
    func isCapital(_ index: Int) -> Bool { index < bytes.count && (0x41...0x5A).contains(bytes[index]) }
    func isSmall(_ index: Int) -> Bool { index < bytes.count && (0x61...0x7A).contains(bytes[index]) }
    var output: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if isCapital(index) {
        if index > 0, bytes[index - 1] != 0x5F, !isCapital(index - 1) || isSmall(index + 1) { output.append(0x5F) }
        output.append(byte | 0x20)
      } else {
        output.append(byte == 0x20 ? 0x5F : byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

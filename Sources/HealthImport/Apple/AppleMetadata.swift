/// The selection of metadata of Apple's records that is kept. Apps write what they like there (links, user numbers, versions): it is kept by a list.
struct AppleMetadata: ~Copyable {
  /// The treatment of an entry.
  enum Policy: Int32 {
    /// It is counted.
    case notKept = 0
    /// A detail of a sample.
    case sampleDetail
    /// A detail of a workout.
    case workoutDetail
    /// A detail of either.
    case detail
    /// Votes for the zone of the days (HKTimeZone).
    case zone
    /// Says whether a person typed it in (HKWasUserEntered).
    case userEntered
    /// The user's activity during a heart rate measurement (HKMetadataKeyHeartRateMotionContext).
    case motion
  }

  private var seen = ByteTable()

  /// Returns the treatment of entries with the raw key `key`.
  mutating func policy(_ key: ByteText) -> Policy {
    if let policy = Policy(rawValue: seen.number(of: key)) { return policy }
    let policy = Self.policies[String(decoding: key.bytes, as: UTF8.self)] ?? .notKept
    seen.insert(key, policy.rawValue)
    return policy
  }

  private static let policies: [String: Policy] = {
    var policies: [String: Policy] = [
      "HKTimeZone": .zone, "HKWasUserEntered": .userEntered, "HKMetadataKeyHeartRateMotionContext": .motion,
    ]
    for key in [
      // The kind of food, and the method of measurement: without it, two values can't be compared.
      "HKFoodType", "HKFoodMeal", "HKFoodBrandName", "HKBloodGlucoseMealTime", "HKInsulinDeliveryReason", "HKBodyTemperatureSensorLocation",
      "HKHeartRateSensorLocation", "HKVO2MaxTestType", "HKVO2MaxValue", "HKMenstrualCycleStart", "HKSexualActivityProtectionUsed",
      "HKHeartRateEventThreshold", "HKLowCardioFitnessEventThreshold", "HKAudioExposureLevel", "HKAudioExposureDuration",
      "HKDevicePlacementSide", "HKAppleDeviceCalibrated", "HKDateOfEarliestDataUsedForEstimate",
    ] {
      policies[key] = .sampleDetail
    }
    for key in [
      "HKIndoorWorkout", "HKWeatherTemperature", "HKWeatherHumidity", "HKWeatherCondition", "HKElevationAscended", "HKElevationDescended",
      "HKAverageSpeed", "HKMaximumSpeed", "HKSwimmingLocationType", "HKLapLength", "HKSWOLFScore", "HKWorkoutBrandName", "HKGroupFitness",
      "HKCoachedWorkout", "HKFitnessMachineDuration", "HKIndoorBikeDistance", "HKCrossTrainerDistance", "HKAlpineSlopeGrade",
      "HKCyclingFunctionalThresholdPowerTestType", "HKBarometricPressure", "HKMaximumLightIntensity", "HKWaterSalinity",
    ] {
      policies[key] = .workoutDetail
    }
    for key in ["HKAverageMETs", "HKPhysicalEffortEstimationType", "HKActivityType", "HKSwimmingStrokeStyle"] { policies[key] = .detail }
    return policies
  }()
}

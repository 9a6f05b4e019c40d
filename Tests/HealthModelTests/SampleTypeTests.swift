import Testing

@testable import HealthModel

@Suite struct SampleTypeTests {
  @Test(arguments: [
    ("HKQuantityTypeIdentifierStepCount", SampleType.stepCount), ("HKQuantityTypeIdentifierVO2Max", "vo2_max"),
    ("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", SampleType.heartRateVariability),
    ("HKQuantityTypeIdentifierDistanceWalkingRunning", SampleType.distanceWalkingRunning),
    ("HKQuantityTypeIdentifierFlightsClimbed", SampleType.flightsClimbed), ("HKQuantityTypeIdentifierHeartRate", SampleType.heartRate),
    ("HKQuantityTypeIdentifierActiveEnergyBurned", SampleType.activeEnergyBurned),
    ("HKQuantityTypeIdentifierBasalEnergyBurned", SampleType.basalEnergyBurned),
    ("HKQuantityTypeIdentifierAppleExerciseTime", SampleType.appleExerciseTime),
    ("HKQuantityTypeIdentifierRestingHeartRate", SampleType.restingHeartRate), ("HKQuantityTypeIdentifierBodyMass", SampleType.bodyMass),
    ("HKQuantityTypeIdentifierDietaryFatTotal", "dietary_fat_total"), ("HKQuantityTypeIdentifierUVExposure", "uv_exposure"),
    ("HKQuantityTypeIdentifierSixMinuteWalkTestDistance", "six_minute_walk_test_distance"),
    ("HKQuantityTypeIdentifierDietaryVitaminB12", "dietary_vitamin_b12"),
    ("HKQuantityTypeIdentifierForcedExpiratoryVolume1", "forced_expiratory_volume1"),
    ("HKCategoryTypeIdentifierSleepAnalysis", SampleType.sleepAnalysis),
    ("HKCategoryTypeIdentifierMindfulSession", SampleType.mindfulSession),
    ("HKDataTypeSleepDurationGoal", "sleep_duration_goal"), ("HKCorrelationTypeIdentifierBloodPressure", "blood_pressure"),
    ("HKWorkoutActivityTypeTraditionalStrengthTraining", "traditional_strength_training"), ("HKWorkoutEventTypePause", "pause"),
    ("HKQuantityTypeIdentifier", "hk_quantity_type_identifier"), ("SomethingElse", "something_else"), ("Größe", "größe"), ("", ""),
  ])
  func applesIdentifiersHaveNames(identifier: String, name: String) {
    #expect(SampleType.name(ofApple: identifier) == name)
  }
}

/// The activity of an exercise session.
enum HealthConnectActivity {
  /// Apple's name for a number of AOSP's `ExerciseSessionType`; `other` for what isn't known. The numbers of the Jetpack library, which apps
  /// use, are others and aren't stored: 33 is running here and guided breathing there.
  static func name(of type: Int64) -> String { names.indices.contains(Int(clamping: type)) ? names[Int(type)] : "other" }

  /// In the order of the numbers, 0 to 61; Apple's name where there is one, else AOSP's.
  private static let names = [
    "other", "badminton", "baseball", "basketball", "cycling", "cycling", "boot_camp", "boxing", "functional_strength_training", "cricket",
    "dance", "exercise_class", "fencing", "american_football", "australian_football", "disc_sports", "golf", "mind_and_body", "gymnastics",
    "handball", "high_intensity_interval_training", "hiking", "hockey", "skating_sports", "martial_arts", "paddle_sports", "paragliding",
    "pilates", "racquetball", "climbing", "hockey", "rowing", "rugby", "running", "running", "sailing", "underwater_diving",
    "skating_sports", "downhill_skiing", "snowboarding", "snow_sports", "soccer", "softball", "squash", "stairs",
    "traditional_strength_training", "flexibility", "surfing_sports", "swimming", "swimming", "table_tennis", "tennis", "volleyball",
    "walking", "water_polo", "traditional_strength_training", "wheelchair_walk_pace", "yoga", "other", "stair_climbing", "elliptical",
    "rowing",
  ]
}

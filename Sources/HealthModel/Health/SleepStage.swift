/// The value of a sample of the type `sleep_analysis`. The numbers are HealthKit's own (HKCategoryValueSleepAnalysis).
public enum SleepStage: Int, Sendable, CaseIterable {
  /// Lying in bed, asleep or not. It extends a session but doesn't count as sleep.
  case inBed = 0
  /// Asleep, stage not given; also the plain "Asleep" of iOS before 16.
  case asleep = 1
  /// Awake during a session.
  case awake = 2
  /// Light sleep.
  case core = 3
  /// Deep sleep.
  case deep = 4
  /// REM sleep.
  case rem = 5

  /// Whether it counts as sleep.
  public var isSleep: Bool { self != .inBed && self != .awake }
}

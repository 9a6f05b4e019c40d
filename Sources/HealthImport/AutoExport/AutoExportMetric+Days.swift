import HealthModel

/// The facts about a metric that decide between hours, days and longer spans.
extension AutoExportMetric {
  /// Whether an item at midnight is the day's by its name rather than a measurement of that second: measures that a day shows.
  var isOfDays: Bool {
    [SampleType.restingHeartRate, SampleType.heartRateVariability, SampleType.bodyMass, SampleType.heartRate].contains(type)
  }

  /// Whether everybody has some on every day, so that a series with one item a week can't be of days.
  var isOfEveryDay: Bool {
    [
      SampleType.stepCount, SampleType.activeEnergyBurned, SampleType.basalEnergyBurned, SampleType.distanceWalkingRunning,
      "apple_stand_time", "apple_stand_hour",
    ].contains(type)
  }
}

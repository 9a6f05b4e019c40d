import DayTotals
import HealthModel

/// Rows that a running import holds back until it ends, and that days are computed with all the same.
package struct PendingRows: Sendable {
  /// A workout that isn't in its table yet, or not as it will be.
  package struct Workout: Sendable, Hashable {
    package var activity: String
    package var startMs: Int64
    package var endMs: Int64
    package var durationMin: Double
    /// `nil` = not known.
    package var energyKcal: Double?
    /// The source's name.
    package var source: String

    /// A workout with everything given.
    package init(activity: String, startMs: Int64, endMs: Int64, durationMin: Double, energyKcal: Double?, source: String) {
      self.activity = activity
      self.startMs = startMs
      self.endMs = endMs
      self.durationMin = durationMin
      self.energyKcal = energyKcal
      self.source = source
    }
  }

  package var workouts: [Workout]
  /// Ids of workouts in the library that newer versions replace.
  package var replacedWorkouts: Set<String> = []
  /// The time of the running export of all samples, milliseconds UTC. `nil` = it isn't one, or doesn't give it.
  package var exportedAtMs: Int64?
  package var rings: [ActivityRing]
  /// The zone that most of its records name. `nil` = none names one.
  package var zone: String?
  /// Health Connect's order of apps in the running import. `nil` = that of earlier imports counts.
  package var appOrder: AppOrder?

  /// Nothing, unless it is given.
  package init(workouts: [Workout] = [], rings: [ActivityRing] = [], zone: String? = nil) {
    self.workouts = workouts
    self.rings = rings
    self.zone = zone
  }
}

import HealthModel

/// A workout as one source recorded it, as far as counting needs it.
package struct WorkoutSpan: Sendable, Hashable {
  /// `running`, `walking`, …
  package var activity: String
  /// Milliseconds UTC. The workout belongs to the local day of this instant.
  package var startMs: Int64
  /// First instant after it, milliseconds UTC.
  package var endMs: Int64
  /// Without pauses.
  package var durationMin: Double
  /// Active energy; `nil` = not known.
  package var energyKcal: Double?
  /// Place of the source in the caller's list.
  package var source: Int32
  /// The source's rank, 0 = best.
  package var rank: Int32

  /// A workout with everything given.
  package init(
    activity: String, startMs: Int64, endMs: Int64, durationMin: Double, energyKcal: Double? = nil, source: Int32, rank: Int32
  ) {
    self.activity = activity
    // A row may hold any number; differences of these can't overflow.
    let most = NumberRules.timesMs.upperBound
    self.startMs = min(max(startMs, -most), most)
    self.endMs = min(max(endMs, -most), most)
    self.durationMin = durationMin
    self.energyKcal = energyKcal
    self.source = source
    self.rank = rank
  }
}

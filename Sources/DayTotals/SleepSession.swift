import HealthModel

/// A night or a nap, put together from all sources.
package struct SleepSession: Sendable, Hashable {
  /// The start of the first sample, in milliseconds since 1970.
  package var startMs: Int64
  /// The end of the last sample, in milliseconds since 1970. The session belongs to the local day of this instant.
  package var endMs: Int64
  /// The stage of each stretch of time, in the order of time; never in bed alone.
  package var pieces: [Piece] = []
  /// The time in bed recorded by any source, milliseconds; 0 = none.
  package var inBedMs: Int64 = 0
  /// Index of a source in the caller's list: the one that decided the longest, the better ranked when equal; without
  /// stages the best ranked.
  package var source: Int32

  /// A stretch of time in which one source's word counts.
  package struct Piece: Sendable, Hashable {
    package var startMs: Int64
    package var endMs: Int64
    package var stage: SleepStage
    /// Place of the source in the caller's list.
    package var source: Int32
    /// Place of the sample in the sorted samples of the session.
    package var sample: Int
  }

  /// Returns the milliseconds in a stage; for `.inBed`, `inBedMs`.
  package func ms(_ stage: SleepStage) -> Int64 {
    stage == .inBed ? inBedMs : pieces.reduce(0) { $1.stage == stage ? $0 + $1.endMs - $1.startMs : $0 }
  }

  /// Milliseconds asleep: all stages but awake and in bed.
  package var asleepMs: Int64 { pieces.reduce(0) { $1.stage.isSleep ? $0 + $1.endMs - $1.startMs : $0 } }

  /// Whether any source recorded more than "in bed".
  package var hasStages: Bool { !pieces.isEmpty }
}

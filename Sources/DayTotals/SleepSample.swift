import HealthModel

/// One source's reading of a sleeper's state from one instant to another.
package struct SleepSample: Sendable, Hashable {
  /// Milliseconds UTC.
  package var startMs: Int64
  /// First instant after it, milliseconds UTC. A sample without a length has no effect.
  package var endMs: Int64
  package var stage: SleepStage
  /// Place of the source in the caller's list.
  package var source: Int32
  /// The source's rank, 0 = best, with what a person typed in before everything.
  package var rank: Int32
  /// Among overlapping samples of one source the highest decides; among equals, `decidesBefore`. Health Connect's is the
  /// time of writing, that of other exports always 0.
  package var precedence: Int64

  /// A sample with everything given.
  package init(startMs: Int64, endMs: Int64, stage: SleepStage, source: Int32, rank: Int32, precedence: Int64 = 0) {
    self.startMs = startMs
    self.endMs = endMs
    self.stage = stage
    self.source = source
    self.rank = rank
    self.precedence = precedence
  }

  /// The order in which samples are gone through.
  static func comesBefore(_ a: SleepSample, _ b: SleepSample) -> Bool {
    if a.startMs != b.startMs { return a.startMs < b.startMs }
    if a.endMs != b.endMs { return a.endMs < b.endMs }
    if a.rank != b.rank { return a.rank < b.rank }
    return order(a.stage) < order(b.stage)
  }

  /// The order in which overlapping samples of one source and precedence decide: the one that ends first, then the one
  /// that began last, then core, deep, REM, asleep, awake.
  ///
  /// So the inner one of nested samples decides, however deep they are nested: deep sleep from 1:00 to 1:30 within core
  /// sleep from 0:00 to 3:00 within "asleep" from 23:00 to 6:00. Of two that overlap in part, it is the one that began
  /// first.
  static func decidesBefore(_ a: SleepSample, _ b: SleepSample) -> Bool {
    if a.endMs != b.endMs { return a.endMs < b.endMs }
    if a.startMs != b.startMs { return a.startMs > b.startMs }
    return order(a.stage) < order(b.stage)
  }

  private static func order(_ stage: SleepStage) -> Int {
    switch stage {
    case .core: 0
    case .deep: 1
    case .rem: 2
    case .asleep: 3
    case .awake: 4
    case .inBed: 5
    }
  }
}

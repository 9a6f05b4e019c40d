import HealthModel

/// A night that another program summed up: minutes in each stage, without saying when.
package struct NightSum: Sendable, Hashable {
  /// Milliseconds UTC.
  package var startMs: Int64
  /// First instant after it, milliseconds UTC.
  package var endMs: Int64
  /// Place of the source in the caller's list.
  package var source: Int32
  /// The source's rank, 0 = best.
  package var rank: Int32
  /// The newest import that brought a part of it.
  package var importNumber: Int64
  /// Minutes by stage, without those that are unknown or 0. `asleep` is sleep without a stage.
  package private(set) var minutes: [SleepStage: Double] = [:]

  /// Minutes asleep: all stages but awake and in bed.
  package var asleepMin: Double { minutes.reduce(0) { $1.key.isSleep ? $0 + $1.value : $0 } }

  /// The names of the measures by stage, as `health_aggregate` has them behind `sleep_analysis.`
  private static let stages: [(name: String, stage: SleepStage)] = [
    ("core", .core), ("deep", .deep), ("rem", .rem), ("asleep", .asleep), ("unspecified", .asleep), ("awake", .awake), ("in_bed", .inBed),
  ]

  /// Returns the nights that count for a day: asleep by stage, and in bed.
  ///
  /// One span of one source is one night. Of overlapping nights one counts: first by having more than "in bed", then by
  /// the source's rank, then by the later end (an update of the same night exported again), then by the newer import.
  /// - Parameter aggregates: the day's, by measure.
  package static func counted(_ aggregates: (_ measure: String) -> [AggregateSpan]) -> (asleep: [NightSum], inBed: [NightSum]) {
    struct Key: Hashable {
      let startMs: Int64
      let endMs: Int64
      let source: Int32
    }
    var asleep: [Key: NightSum] = [:]
    var inBed: [Key: NightSum] = [:]
    func add(_ span: AggregateSpan, _ stage: SleepStage, to nights: inout [Key: NightSum]) {
      let key = Key(startMs: span.startMs, endMs: span.endMs, source: span.source)
      var night = nights[key] ?? NightSum(span)
      night.importNumber = max(night.importNumber, span.importNumber)
      night.minutes[stage, default: 0] += span.value
      nights[key] = night
    }
    for (name, stage) in stages {
      for span in newest(aggregates("sleep_analysis.\(name)")) where span.value > 0 && span.value.isFinite {
        if stage == .inBed { add(span, stage, to: &inBed) } else { add(span, stage, to: &asleep) }
      }
    }
    return (apart(asleep.values.map { $0.reconciled() }), apart(inBed.values.map { $0.reconciled() }))
  }

  private init(_ span: AggregateSpan) {
    startMs = span.startMs
    endMs = span.endMs
    source = span.source
    rank = span.rank
    importNumber = span.importNumber
  }

  /// One version of each span of each source.
  private static func newest(_ spans: [AggregateSpan]) -> [AggregateSpan] {
    spans.filter { span in
      !spans.contains {
        $0.startMs == span.startMs && $0.endMs == span.endMs && $0.source == span.source && $0.importNumber > span.importNumber
      }
    }
  }

  /// Those that count, in the order of time.
  private static func apart(_ nights: [NightSum]) -> [NightSum] {
    var kept: [NightSum] = []
    for night in nights.sorted(by: isBetter) where !kept.contains(where: { $0.startMs < night.endMs && night.startMs < $0.endMs }) {
      kept.append(night)
    }
    return kept.sorted { $0.startMs < $1.startMs }
  }

  private static func isBetter(_ a: NightSum, _ b: NightSum) -> Bool {
    if (a.asleepMin > 0) != (b.asleepMin > 0) { return a.asleepMin > 0 }
    if a.rank != b.rank { return a.rank < b.rank }
    if a.endMs != b.endMs { return a.endMs > b.endMs }
    if a.importNumber != b.importNumber { return a.importNumber > b.importNumber }
    return a.startMs < b.startMs
  }

  /// Returns the same night with each minute counted once, and no more of them than it lasted.
  ///
  /// `asleep` is the total if it is at least the sum of the stages (7 h beside 3.5 + 1.5 + 2), else sleep in addition
  /// to them. A night with more minutes than its span is shortened: first the time without a stage, then all stages in
  /// proportion.
  private func reconciled() -> NightSum {
    var night = self
    let staged = [SleepStage.core, .deep, .rem].reduce(0) { $0 + (minutes[$1] ?? 0) }
    if let asleep = minutes[.asleep], staged > 0, asleep >= staged - 0.5 { night.minutes[.asleep] = max(0, asleep - staged) }
    let span = Double(endMs - startMs) / 60_000
    if span > 0 {
      for stage in [SleepStage.inBed, .awake] { if let value = night.minutes[stage] { night.minutes[stage] = min(value, span) } }
      let over = night.asleepMin - span
      if over > 0 {
        night.minutes[.asleep] = max(0, (night.minutes[.asleep] ?? 0) - over)
        let share = span / max(span, night.asleepMin)
        for stage in [SleepStage.core, .deep, .rem] { if let value = night.minutes[stage] { night.minutes[stage] = value * share } }
      }
    }
    if span > 0, let awake = night.minutes[.awake] { night.minutes[.awake] = min(awake, max(0, span - night.asleepMin)) }
    night.minutes = night.minutes.filter { $0.value > 0 }
    return night
  }
}

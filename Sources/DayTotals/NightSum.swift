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
  /// Its recency: that of its most recent part.
  package var recency: Recency
  /// Minutes by stage, without those that are unknown or 0. `asleep` is sleep without a stage.
  package private(set) var minutes: [SleepStage: Double] = [:]

  /// The minutes asleep that the program gives as the total. `nil` = none given.
  private var total: Double?
  /// Whether it is over several sources, so that sleep without a stage may be one's and the stages another's.
  private var isMerged: Bool

  /// Minutes asleep: all stages but awake and in bed.
  package var asleepMin: Double { minutes.reduce(0) { $1.key.isSleep ? $0 + $1.value : $0 } }

  /// The names of the measures by stage, as `health_aggregate` has them behind `sleep_analysis.`; `total` has no stage.
  private static let stages: [(name: String, stage: SleepStage?)] = [
    ("core", .core), ("deep", .deep), ("rem", .rem), ("asleep", .asleep), ("unspecified", .asleep), ("awake", .awake), ("in_bed", .inBed),
    ("total", nil),
  ]

  private static let staged: [SleepStage] = [.core, .deep, .rem]

  /// Returns the nights that count for a day: asleep by stage, and in bed.
  ///
  /// One span of one source is one night. Of overlapping nights one counts (`apart`).
  /// - Parameters:
  ///   - aggregates: the day's, by measure.
  ///   - names: of whom a source's account is, as in `AggregateSpan.current`.
  package static func counted(
    _ aggregates: (_ measure: String) -> [AggregateSpan], names: (_ source: Int32) -> [String?]
  ) -> (asleep: [NightSum], inBed: [NightSum]) {
    struct Key: Hashable {
      let startMs: Int64
      let endMs: Int64
      let source: Int32
    }
    var asleep: [Key: NightSum] = [:]
    var inBed: [Key: NightSum] = [:]
    func add(_ span: AggregateSpan, _ stage: SleepStage?, to nights: inout [Key: NightSum]) {
      let key = Key(startMs: span.startMs, endMs: span.endMs, source: span.source)
      var night = nights[key] ?? NightSum(span)
      night.recency = max(night.recency, span.recency)
      if let stage { night.minutes[stage, default: 0] += span.value } else { night.total = span.value }
      nights[key] = night
    }
    for (name, stage) in stages {
      let spans = AggregateSpan.current(aggregates("sleep_analysis.\(name)"), names: names)
      for span in spans where span.value > 0 && span.value.isFinite {
        if stage == .inBed { add(span, stage, to: &inBed) } else { add(span, stage, to: &asleep) }
      }
    }
    let beds = apart(inBed.values.map { $0.reconciled(inBedMin: nil) }, names: names)
    let nights = asleep.values.map { night in
      night.reconciled(inBedMin: beds.lazy.filter { $0.overlaps(night) }.compactMap { $0.minutes[.inBed] }.max())
    }
    return (apart(nights, names: names), beds)
  }

  private init(_ span: AggregateSpan) {
    startMs = span.startMs
    endMs = span.endMs
    source = span.source
    rank = span.rank
    recency = span.recency
    isMerged = span.isMerged
  }

  private func overlaps(_ other: NightSum) -> Bool { startMs < other.endMs && other.startMs < endMs }

  // MARK: - One account of each night

  /// Returns those that count, in the order of time: of the accounts that share a source the whole night's, then of
  /// different sources the best ranked one's.
  private static func apart(_ nights: [NightSum], names: (_ source: Int32) -> [String?]) -> [NightSum] {
    let wholes = families(nights, names).flatMap { family in withoutOverlaps(family.sorted(by: isWhole)) }
    return withoutOverlaps(wholes.sorted(by: isBetter)).sorted { $0.startMs < $1.startMs }
  }

  /// Returns those that overlap none before them.
  private static func withoutOverlaps(_ nights: [NightSum]) -> [NightSum] {
    var kept: [NightSum] = []
    for night in nights where !kept.contains(where: night.overlaps) { kept.append(night) }
    return kept
  }

  /// The nights by source; sources with a name in common are one: `AutoSleep|Watch`, `Watch`.
  private static func families(_ nights: [NightSum], _ names: (_ source: Int32) -> [String?]) -> [[NightSum]] {
    var families: [(names: Set<String?>, nights: [NightSum])] = []
    for night in nights {
      let own = Set(names(night.source))
      var joined = (names: own, nights: [night])
      families.removeAll { family in
        guard !family.names.isDisjoint(with: own) || family.names.contains(nil) || own.contains(nil) else { return false }
        joined = (joined.names.union(family.names), family.nights + joined.nights)
        return true
      }
      families.append(joined)
    }
    return families.map(\.nights)
  }

  /// Whether `a` is the account of the whole night rather than `b`, of the same source.
  ///
  /// A program that exports what is new since the last time cuts a night in two: the longer span is the whole night's,
  /// whichever export knows longer. Of one span the most recent account counts.
  private static func isWhole(_ a: NightSum, _ b: NightSum) -> Bool {
    if (a.asleepMin > 0) != (b.asleepMin > 0) { return a.asleepMin > 0 }
    let (aLength, bLength) = (a.endMs - a.startMs, b.endMs - b.startMs)
    if aLength != bLength { return aLength > bLength }
    return isMoreRecent(a, b)
  }

  /// Whether `a` counts rather than `b`, of another source.
  private static func isBetter(_ a: NightSum, _ b: NightSum) -> Bool {
    if (a.asleepMin > 0) != (b.asleepMin > 0) { return a.asleepMin > 0 }
    if a.rank != b.rank { return a.rank < b.rank }
    return isMoreRecent(a, b)
  }

  private static func isMoreRecent(_ a: NightSum, _ b: NightSum) -> Bool {
    if a.recency != b.recency { return a.recency > b.recency }
    if a.asleepMin != b.asleepMin { return a.asleepMin > b.asleepMin }
    return (a.startMs, a.rank) < (b.startMs, b.rank)
  }

  // MARK: - Each minute once

  /// Returns the same night with each minute counted once, and no more of them than it lasted.
  ///
  /// Sleep without a stage is what the stages leave of the minutes slept. Stages that are more than those are shortened
  /// in proportion.
  /// - Parameter inBedMin: minutes in bed. `nil` = not known.
  private func reconciled(inBedMin: Double?) -> NightSum {
    var night = self
    let span = endMs > startMs ? Double(endMs - startMs) / 60_000 : .infinity
    let staged = Self.staged.reduce(0) { $0 + (minutes[$1] ?? 0) }
    let slept = min(sleptMin(staged: staged, span: span, inBedMin: inBedMin), span)
    night.minutes[.asleep] = max(0, slept - staged)
    if staged > slept {
      for stage in Self.staged { if let value = night.minutes[stage] { night.minutes[stage] = value * (slept / staged) } }
    }
    if let bed = night.minutes[.inBed] { night.minutes[.inBed] = min(bed, span) }
    if let awake = night.minutes[.awake] { night.minutes[.awake] = min(awake, max(0, span - slept)) }
    night.minutes = night.minutes.filter { $0.value > 0 }
    return night
  }

  /// Returns the minutes slept.
  ///
  /// The total counts, if the night has room for it. Otherwise `asleep` is the whole night if it is at least as long as
  /// all stages (7 h beside 3.5 + 1.5 + 2), and else what is left beside them (1 h beside 3 + 1 + 2). It can't be that if
  /// both together are longer than the night or the time in bed, and isn't if they may be of two sources (6 h of one
  /// app, stages of 6.25 h of a watch): then they are two accounts of one night, of which the longer counts, and a total
  /// that adds them up isn't one.
  private func sleptMin(staged: Double, span: Double, inBedMin: Double?) -> Double {
    let asleep = minutes[.asleep] ?? 0
    let both = asleep + staged
    let areTwo = asleep > 0 && staged > 0 && (isMerged || both > min(span, inBedMin ?? .infinity) + Self.slackMin)
    if let total, total <= span + Self.slackMin, !(areTwo && abs(total - both) < Self.slackMin) { return total }
    return areTwo || asleep >= staged - Self.slackMin ? max(asleep, staged) : both
  }

  /// Hours are rounded to some places, minutes.
  private static let slackMin = 0.5
}

import HealthModel

/// The inputs for the computation of several consecutive days. The caller fills it from the samples, type by type in
/// the order of time.
package struct DayInputs: Sendable {
  /// The days that are asked for. Samples that reach into them are given whole.
  package let days: LocalDays
  /// IANA name of their zone.
  package let zone: String
  /// The sources that places (`Int32`) are about.
  package let sources: [HealthSource]
  /// The rank of each source, 0 = best.
  package let ranks: [Int32]
  /// The same for sleep.
  package let sleepRanks: [Int32]

  /// The layers of each measure, best ranked first: what was typed in by rank of source, then what was measured by rank of source.
  package private(set) var layers: [[Layer]]
  package private(set) var sleep: [SleepSample] = []
  /// Sorted by start.
  package private(set) var mindful: [Range<Int64>] = []
  /// One per day.
  package private(set) var heart: [Readings]
  package private(set) var variability: [Readings]
  package private(set) var resting: [LatestReading?]
  package private(set) var mass: [LatestReading?]
  package private(set) var coverage: DayCoverage
  /// Workouts that reach into the days or touch those that do.
  package var workouts: [WorkoutSpan] = [] { didSet { setRides() } }
  /// Sums by measure's type, heart and sleep included (`heart_rate.avg`, `sleep_analysis.core`), each for the day that it counts for.
  package var aggregates: [String: [Int: [AggregateSpan]]] = [:]
  /// Days, counted from 0, during which the newest export of all samples was made: their samples end with it.
  package var cutShort: Set<Int> = []
  /// Rings by day, counted from 0.
  package var rings: [Int: ActivityRing] = [:]

  /// Days of which nothing is known yet.
  /// - Parameter sleepRanks: `nil` = as `ranks`.
  package init(days: LocalDays, zone: String, sources: [HealthSource], ranks: SourceRanks, sleepRanks: SourceRanks? = nil) {
    self.days = days
    self.zone = zone
    self.sources = sources
    self.ranks = ranks.ranks(of: sources)
    self.sleepRanks = sleepRanks?.ranks(of: sources) ?? self.ranks
    let ordered = ranks.ordered(sources)
    let empty = [true, false].flatMap { isUserEntered in
      ordered.map { place in
        Layer(source: Int32(place), isUserEntered: isUserEntered, takesLatest: sources[place].origin == .healthConnect)
      }
    }
    layers = Array(repeating: empty, count: Measure.allCases.count)
    heart = Array(repeating: Readings(), count: days.count)
    variability = heart
    resting = Array(repeating: nil, count: days.count)
    mass = resting
    coverage = DayCoverage(days: days, sources: sources.count)
  }

  /// The part that a type's samples play in a day.
  package enum Role: Sendable, Hashable {
    case sum(Measure)
    case sleep, mindful, heart, variability, resting, mass

    /// Every type that a day needs, with its role.
    package static let types: [(type: String, role: Role)] =
      Measure.allCases.map { ($0.type, .sum($0)) } + [
        ("sleep_analysis", .sleep), ("mindful_session", .mindful), ("heart_rate", .heart), ("heart_rate_variability_sdnn", .variability),
        ("resting_heart_rate", .resting), ("body_mass", .mass),
      ]

    /// Whether a sample counts for each day that it reaches into, not just for that of its start.
    package var isSpread: Bool {
      switch self {
      case .sum, .sleep, .mindful: true
      case .heart, .variability, .resting, .mass: false
      }
    }
  }

  /// A sample as it is read.
  package struct Reading: Sendable {
    package var startMs: Int64
    package var endMs: Int64
    /// Place of the source.
    package var source: Int32
    package var value: Double
    /// Milliseconds UTC; `Int64.min` = not known.
    package var writtenMs: Int64
    package var isUserEntered: Bool

    /// A reading with everything given.
    package init(startMs: Int64, endMs: Int64, source: Int32, value: Double, writtenMs: Int64, isUserEntered: Bool) {
      self.startMs = startMs
      self.endMs = endMs
      self.source = source
      self.value = value
      self.writtenMs = writtenMs
      self.isUserEntered = isUserEntered
    }
  }

  /// Prepares for heart rates beside other programs' ranges. Call it when all aggregates are there, before the first sample.
  package mutating func expectSamples() {
    for measure in ["heart_rate", "heart_rate.avg"] {
      for day in aggregates[measure, default: [:]].keys { heart[day] = Readings(keepsSlots: true) }
    }
  }

  /// Takes a sample. Those of one role come in the order of time.
  package mutating func add(_ reading: Reading, as role: Role) {
    let source = Int(reading.source)
    switch role {
    case .sum(let measure):
      coverage.add(reading.startMs, reading.endMs, source: source)
      let layer = Int(ranks[source]) + (reading.isUserEntered ? 0 : sources.count)
      layers[measure.rawValue][layer].spans.append(
        Span(startMs: reading.startMs, endMs: reading.endMs, value: reading.value, writtenMs: reading.writtenMs))
    case .sleep:
      guard let stage = SleepStage(rawValue: Int(nearest: reading.value.rounded(.towardZero))) else { return }
      let isLatest = sources[source].origin == .healthConnect
      sleep.append(
        SleepSample(
          startMs: reading.startMs, endMs: reading.endMs, stage: stage, source: reading.source,
          rank: sleepRanks[source] + (reading.isUserEntered ? 0 : Int32(sources.count)), precedence: isLatest ? reading.writtenMs : 0))
    case .mindful:
      coverage.add(reading.startMs, reading.endMs, source: source)
      mindful.append(reading.startMs..<reading.endMs)
    case .heart, .variability:
      guard let day = coverage.add(reading.startMs, source: source) else { return }
      if role == .heart {
        heart[day].add(reading.value, atMs: reading.startMs)
      } else {
        variability[day].add(reading.value, atMs: reading.startMs)
      }
    case .resting:
      guard let day = coverage.add(reading.startMs, source: source) else { return }
      keepLatest(reading, in: &resting[day])
    case .mass:
      guard WeightEntry.kilograms(reading.value) != nil, let day = days.index(of: reading.startMs) else { return }
      keepLatest(reading, in: &mass[day])
    }
  }

  /// Returns the weight that another program gives for a day without a time. `nil` = none.
  func saidMass(on day: Int) -> LatestReading? {
    guard let said = said("body_mass", on: day), WeightEntry.kilograms(said.value) != nil else { return nil }
    return LatestReading(atMs: said.startMs, value: said.value, source: said.source, rank: said.rank, isTimed: false)
  }

  /// Marks the times of each Health Connect app's sessions that aren't on foot: it keeps one distance for all activities.
  private mutating func setRides() {
    let sessions = Dictionary(grouping: workouts.filter { sources[Int($0.source)].origin == .healthConnect }, by: \.source)
    let rides = sessions.mapValues { sessions in
      Ride.apart(
        sessions.compactMap { session in
          Ride.distanceType(of: session.activity).map { Ride(startMs: session.startMs, endMs: session.endMs, type: $0) }
        })
    }
    for place in layers[Measure.distance.rawValue].indices {
      layers[Measure.distance.rawValue][place].rides = rides[layers[Measure.distance.rawValue][place].source] ?? []
    }
  }

  private func keepLatest(_ reading: Reading, in best: inout LatestReading?) {
    let candidate = LatestReading(
      atMs: reading.endMs, value: reading.value, source: reading.source, rank: ranks[Int(reading.source)])
    if let other = best, !candidate.isLater(than: other) { return }
    best = candidate
  }
}

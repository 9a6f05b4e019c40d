import HealthModel

/// The results of some days.
package struct DayResults: Sendable {
  /// One per day; `nil` = nothing is known of it.
  package let summaries: [DaySummary?]
  /// The nights and naps that ended on the days, in the order of time.
  package let sessions: [(day: Int, session: SleepSession)]
  /// The weight of each day, kg in steps of 0.001, with its time and source; `nil` = no measurement.
  package let weights: [LatestReading?]

  /// Applies the rules.
  package init(_ inputs: DayInputs) {
    let days = inputs.days
    var summaries = (0..<days.count).map { DaySummary(day: days.first.adding($0), zone: inputs.zone, coverage: inputs.coverage[$0]) }
    for measure in Measure.allCases {
      var sums = DaySums(days)
      CumulativeMerge.run(inputs.layers[measure.rawValue], telling: &sums)
      for (day, total) in sums.totals.enumerated() {
        let sums = inputs.sums(of: measure, on: day, hasSamples: total != nil)
        summaries[day][keyPath: measure.total] = DayResults.amount(
          sums?.total ?? total ?? inputs.rings[day].flatMap(measure.value))
      }
    }
    for (day, ms) in CoveredTime.ms(inputs.mindful, on: days).enumerated() {
      summaries[day].mindfulMin =
        ms.map(DayResults.minutes) ?? DayResults.amount(inputs.mindfulSums(on: day)?.total)
    }
    for day in summaries.indices { DayResults.setReadings(of: inputs, day, in: &summaries[day]) }
    var coverage = inputs.coverage
    var sessions: [(day: Int, session: SleepSession)] = []
    for group in SleepTimeline.groups(inputs.sleep) {
      let session = SleepTimeline.session(group)
      guard let day = days.index(of: session.endMs) else { continue }
      sessions.append((day, session))
      DayResults.add(session, to: &summaries[day])
      for sample in group { coverage.add(sample.startMs, sample.endMs, on: day, source: Int(sample.source)) }
      summaries[day].coverage = coverage[day]
    }
    self.sessions = sessions
    DayResults.setSleepSums(of: inputs, in: &summaries)
    let duplicates = WorkoutMerge.duplicates(inputs.workouts)
    for (workout, other) in zip(inputs.workouts, duplicates) where other == nil {
      guard let day = days.index(of: workout.startMs) else { continue }
      summaries[day].workouts = (summaries[day].workouts ?? 0) + 1
      summaries[day].workoutMin = (summaries[day].workoutMin ?? 0) + workout.durationMin
    }
    for day in summaries.indices { summaries[day].workoutMin = DayResults.amount(summaries[day].workoutMin) }
    self.summaries = summaries.map { DayResults.isEmpty($0) ? nil : $0.withinBounds }
    weights = inputs.mass.enumerated().map { day, reading in
      (reading ?? inputs.saidMass(on: day)).flatMap { reading in
        WeightEntry.kilograms(reading.value).map { kilograms in
          var rounded = reading
          rounded.value = kilograms
          return rounded
        }
      }
    }
  }

  /// Returns the value rounded to thousandths, so that equal inputs give equal rows; `nil` for an invalid amount (a
  /// negative sum, infinity).
  package static func amount(_ value: Double?) -> Double? {
    guard let value, value.isFinite, value >= 0 else { return nil }
    let rounded = (value * 1000).rounded() / 1000
    return rounded.isFinite ? rounded : value
  }

  /// Minutes, rounded to thousandths.
  package static func minutes(_ ms: Int64) -> Double { (Double(ms) / 60).rounded() / 1000 }

  private static func setReadings(of inputs: DayInputs, _ day: Int, in summary: inout DaySummary) {
    let heart = inputs.heartRange(on: day)
    summary.heartMinBpm = amount(heart.least)
    summary.heartAvgBpm = amount(heart.mean)
    summary.heartMaxBpm = amount(heart.most)
    summary.restingBpm = amount(inputs.resting[day]?.value ?? inputs.said("resting_heart_rate", on: day)?.value)
    summary.hrvMs = amount(inputs.variability[day].mean ?? inputs.saidMean("heart_rate_variability_sdnn", on: day))
  }

  private static func add(_ session: SleepSession, to summary: inout DaySummary) {
    func add(_ ms: Int64, to path: WritableKeyPath<DaySummary, Double?>) {
      summary[keyPath: path] = amount((summary[keyPath: path] ?? 0) + Double(ms) / 60_000)
    }
    if session.hasStages {
      add(session.asleepMs, to: \.sleepMin)
      // A day of plain "asleep" has no known stages.
      for (stage, path) in [
        (SleepStage.core, \DaySummary.sleepCoreMin), (.deep, \.sleepDeepMin), (.rem, \.sleepRemMin), (.awake, \.awakeMin),
      ] {
        let ms = session.ms(stage)
        if ms > 0 { add(ms, to: path) }
      }
    }
    if session.inBedMs > 0 { add(session.inBedMs, to: \.inBedMin) }
  }

  /// Sleep that another program summed up, for days on which no session of samples ended.
  private static func setSleepSums(of inputs: DayInputs, in summaries: inout [DaySummary]) {
    let stages: [(SleepStage, WritableKeyPath<DaySummary, Double?>)] = [
      (.core, \.sleepCoreMin), (.deep, \.sleepDeepMin), (.rem, \.sleepRemMin), (.awake, \.awakeMin),
    ]
    for day in summaries.indices where summaries[day].sleepMin == nil {
      let (asleep, inBed) = inputs.nights(on: day)
      for (stage, path) in stages where summaries[day][keyPath: path] == nil {
        summaries[day][keyPath: path] = sum(asleep.compactMap { $0.minutes[stage] })
      }
      if summaries[day].inBedMin == nil { summaries[day].inBedMin = sum(inBed.compactMap { $0.minutes[.inBed] }) }
      summaries[day].sleepMin = sum(asleep.map(\.asleepMin).filter { $0 > 0 })
    }
  }

  private static func sum(_ minutes: [Double]) -> Double? { minutes.isEmpty ? nil : amount(minutes.reduce(0, +)) }

  private static func isEmpty(_ summary: DaySummary) -> Bool {
    var nothing = DaySummary(day: summary.day, zone: summary.zone, coverage: summary.coverage, ruleVersion: summary.ruleVersion)
    nothing.workouts = summary.workouts == 0 ? 0 : nil
    return summary == nothing
  }
}

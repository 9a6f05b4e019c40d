import DayTotals
import HealthModel

extension DayExplanation {
  /// Explains the one day that `inputs` are of.
  ///
  /// - Parameter utcOffsetMin: minutes that clocks are ahead of UTC at an instant.
  init(_ inputs: DayInputs, shown: DaySummary?, utcOffsetMin: (Int64) -> Int) {
    let results = DayResults(inputs)
    let names = inputs.sources.map(\.name)
    let span = inputs.days.span(0)
    day = inputs.days.first
    zone = inputs.zone
    (startMs, endMs) = (span.lowerBound, span.upperBound)
    sums = Measure.allCases.compactMap { DayExplanation.sum($0, inputs, results, names, span) }
    sleep = DayExplanation.nights(inputs, names, utcOffsetMin)
    workouts = DayExplanation.workouts(inputs, names, span, utcOffsetMin)
    readings = DayExplanation.readings(inputs, results, names)
    self.shown = shown
  }

  private static func sum(
    _ measure: Measure, _ inputs: DayInputs, _ results: DayResults, _ names: [String], _ day: Range<Int64>
  ) -> Sum? {
    let layers = inputs.layers[measure.rawValue]
    var why = Contributions(layers: layers.count, day: day)
    CumulativeMerge.run(layers, telling: &why)
    var parts = zip(layers, why.parts).compactMap { layer, part -> Part? in
      let leftOut = part.leftOut.sorted { $0.key < $1.key }.map { other, left in
        LeftOut(
          value: rounded(left.value), minutes: minutes(left.ms), spans: left.spans, because: names[Int(layers[Int(other)].source)])
      }
      let elsewhere = part.elsewhere.sorted { $0.key < $1.key }.map { type, left in
        LeftOut(
          value: rounded(left.value), minutes: minutes(left.ms), spans: left.spans, because: names[Int(layer.source)], countsAs: type)
      }
      guard says(layer, on: day) else { return nil }
      return Part(
        source: names[Int(layer.source)], isUserEntered: layer.isUserEntered, value: rounded(part.value), minutes: minutes(part.ms),
        spans: part.spans, leftOut: leftOut + elsewhere)
    }
    let total = results.summaries[0]?[keyPath: measure.total]
    guard !parts.isEmpty || total != nil else { return nil }
    // As in `DayResults`: where samples are there and none counts, nothing is known from them.
    let hasSamples = why.parts.contains { !$0.spans.isEmpty }
    guard let sums = inputs.sums(of: measure, on: 0, hasSamples: hasSamples) else {
      return Sum(key: measure.key, total: total, basis: parts.isEmpty ? .ring : .samples, parts: parts)
    }
    let added = sums.parts.sorted { inputs.ranks[Int($0.key)] < inputs.ranks[Int($1.key)] }.map { source, part in
      Part(
        source: names[Int(source)], isUserEntered: false, value: rounded(part.value), minutes: minutes(part.ms), spans: [],
        leftOut: part.leftOut.sorted { $0.key < $1.key }.map { other, left in
          LeftOut(value: rounded(left.value), minutes: minutes(left.ms), spans: [], because: names[Int(other)])
        })
    }
    parts += added
    if hasSamples { return Sum(key: measure.key, total: total, basis: .samplesAndSums, parts: parts) }
    return Sum(key: measure.key, total: total, basis: sums.isShare ? .share : .sums, parts: parts)
  }

  /// Whether any of the samples is on the day.
  private static func says(_ layer: Layer, on day: Range<Int64>) -> Bool {
    layer.spans.contains { $0.startMs < day.upperBound && ($0.endMs > day.lowerBound || day.contains($0.startMs)) }
  }

  private static func nights(_ inputs: DayInputs, _ names: [String], _ utcOffsetMin: (Int64) -> Int) -> [Night] {
    let nights = SleepTimeline.groups(inputs.sleep).compactMap { samples -> Night? in
      let session = SleepTimeline.session(samples)
      guard inputs.days.index(of: session.endMs) != nil else { return nil }
      var counted: [[String: [Range<Int64>]]] = Array(repeating: [:], count: SleepStage.allCases.count)
      for piece in session.pieces {
        counted[piece.stage.rawValue][names[Int(piece.source)], default: []].append(piece.startMs..<max(piece.startMs, piece.endMs))
      }
      let parts = SleepStage.allCases.flatMap { stage in
        counted[stage.rawValue].map {
          Stage(source: $0.key, stage: stage, minutes: minutes($0.value.reduce(0) { $0 + Int64($1.count) }), spans: $0.value)
        }
      }
      return Night(
        startMs: session.startMs, endMs: session.endMs, utcOffsetMin: utcOffsetMin(session.endMs), asleepMin: minutes(session.asleepMs),
        inBedMin: minutes(session.inBedMs), parts: parts.sorted { ($0.minutes, $1.source) > ($1.minutes, $0.source) },
        isSum: false, leftOut: leftOut(samples, session, names))
    }
    // Other programs' nights count for what no sample tells, as in `DayResults`.
    let (asleep, inBed) = inputs.nights(on: 0)
    let sums = nights.contains { $0.asleepMin > 0 || !$0.parts.isEmpty } ? [] : asleep
    let beds = nights.contains { $0.inBedMin > 0 || !$0.parts.isEmpty } ? [] : inBed
    return nights + sums.map { night($0, names, inBedMin: 0, utcOffsetMin) }
      + beds.map { night($0, names, inBedMin: $0.minutes[.inBed] ?? 0, utcOffsetMin) }
  }

  /// A night, or a time in bed, that another program summed up.
  private static func night(_ sum: NightSum, _ names: [String], inBedMin: Double, _ utcOffsetMin: (Int64) -> Int) -> Night {
    let source = names[Int(sum.source)]
    let parts = sum.minutes.filter { $0.key != .inBed }.map { Stage(source: source, stage: $0.key, minutes: rounded($0.value), spans: []) }
    return Night(
      startMs: sum.startMs, endMs: sum.endMs, utcOffsetMin: utcOffsetMin(sum.endMs), asleepMin: rounded(sum.asleepMin),
      inBedMin: rounded(inBedMin), parts: parts.sorted { ($0.minutes, $1.stage.rawValue) > ($1.minutes, $0.stage.rawValue) }, isSum: true,
      leftOut: [])
  }

  /// Returns the stages of each sample for times at which another sample counts.
  private static func leftOut(_ samples: [SleepSample], _ session: SleepSession, _ names: [String]) -> [LeftOutStage] {
    struct Key: Hashable {
      let source: Int32
      let stage: SleepStage
      let because: Int32
    }
    var left: [Key: Int64] = [:]
    for (place, sample) in samples.enumerated() where sample.stage != .inBed {
      for piece in session.pieces where piece.sample != place {
        let overlap = min(piece.endMs, sample.endMs) - max(piece.startMs, sample.startMs)
        if overlap > 0 { left[Key(source: sample.source, stage: sample.stage, because: piece.source), default: 0] += overlap }
      }
    }
    return left.map { key, ms in
      LeftOutStage(source: names[Int(key.source)], stage: key.stage, minutes: minutes(ms), because: names[Int(key.because)])
    }.sorted { ($0.minutes, $1.source, $1.stage.rawValue) > ($1.minutes, $0.source, $0.stage.rawValue) }
  }

  private static func workouts(
    _ inputs: DayInputs, _ names: [String], _ day: Range<Int64>, _ utcOffsetMin: (Int64) -> Int
  ) -> [Workout] {
    let duplicates = WorkoutMerge.duplicates(inputs.workouts)
    return zip(inputs.workouts, duplicates).filter { day.contains($0.0.startMs) }.map { workout, other in
      Workout(
        activity: workout.activity, startMs: workout.startMs, endMs: workout.endMs, utcOffsetMin: utcOffsetMin(workout.startMs),
        durationMin: rounded(workout.durationMin), source: names[Int(workout.source)],
        sameAs: other.map { names[Int(inputs.workouts[$0].source)] })
    }.sorted { ($0.startMs, $0.source) < ($1.startMs, $1.source) }
  }

  private static func count(_ readings: Int) -> String { readings == 1 ? "1 reading" : "\(readings) readings" }

  private static func readings(_ inputs: DayInputs, _ results: DayResults, _ names: [String]) -> [Reading] {
    let summary = results.summaries[0]
    let heart = inputs.heart[0].count
    func latest(_ reading: LatestReading?, _ measure: String) -> (String, String?) {
      if let reading { return ("the latest", names[Int(reading.source)]) }
      return (sums, inputs.said(measure, on: 0).map { names[Int($0.source)] })
    }
    let sums = "another program's"
    let ranges = inputs.aggregates.keys.contains { $0.hasPrefix(SampleType.heartRate) } ? " and \(sums) ranges" : ""
    let all: [(String, Double?, (String, String?))] = [
      ("heart_min_bpm", summary?.heartMinBpm, (heart > 0 ? "the lowest of \(count(heart))\(ranges)" : sums, nil)),
      ("heart_avg_bpm", summary?.heartAvgBpm, (heart > 0 ? "mean of 5-minute means of \(count(heart))\(ranges)" : sums, nil)),
      ("heart_max_bpm", summary?.heartMaxBpm, (heart > 0 ? "the highest of \(count(heart))\(ranges)" : sums, nil)),
      ("resting_bpm", summary?.restingBpm, latest(inputs.resting[0], SampleType.restingHeartRate)),
      (
        "hrv_ms", summary?.hrvMs,
        (inputs.variability[0].count > 0 ? "mean of \(count(inputs.variability[0].count))" : sums, nil)
      ),
      ("mindful_min", summary?.mindfulMin, (inputs.mindful.isEmpty ? sums : "time that any source says, once", nil)),
      ("weight_kg", results.weights[0]?.value, latest(inputs.mass[0], SampleType.bodyMass)),
    ]
    return all.compactMap { key, value, how in value.map { Reading(key: key, value: $0, how: how.0, source: how.1) } }
  }

  private static func rounded(_ value: Double) -> Double {
    let rounded = (value * 1000).rounded() / 1000
    return rounded.isFinite ? rounded : value
  }

  private static func minutes(_ ms: Int64) -> Double { DayResults.minutes(ms) }
}

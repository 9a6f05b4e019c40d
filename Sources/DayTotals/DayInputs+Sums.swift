import HealthModel

/// Merging the sums of other programs, for totals and their explanation alike.
extension DayInputs {
  /// The merged sums of a measure on a day, counted from 0. `nil` = there are none, or samples alone count.
  ///
  /// Samples alone count on a day that has any, unless the export that brought them was made during the day: then sums add what they exceed
  /// the samples by.
  /// - Parameter hasSamples: whether any sample of the measure counts on the day.
  package func sums(of measure: Measure, on day: Int, hasSamples: Bool) -> SumMerge? {
    guard let spans = aggregates[measure.type]?[day], !hasSamples || cutShort.contains(day) else { return nil }
    return SumMerge(spans, over: hasSamples ? pieces(of: measure, on: day) : [])
  }

  /// The merged mindful minutes on a day; as `sums`.
  package func mindfulSums(on day: Int) -> SumMerge? { aggregates["mindful_session"]?[day].map { SumMerge($0) } }

  /// Returns the pieces of the samples that count on a day.
  private func pieces(of measure: Measure, on day: Int) -> [SumMerge.Piece] {
    let layers = layers[measure.rawValue]
    let span = days.span(day)
    var all = SumMerge.Collector()
    CumulativeMerge.run(layers, telling: &all)
    return all.counted.compactMap { piece in
      let source = layers[Int(piece.source)].source
      guard piece.endMs > piece.startMs else {
        guard span.contains(piece.startMs) else { return nil }
        return SumMerge.Piece(startMs: piece.startMs, endMs: piece.endMs, value: piece.value, source: source)
      }
      let (from, to) = (max(piece.startMs, span.lowerBound), min(piece.endMs, span.upperBound))
      guard from < to else { return nil }
      let share = Double(to - from) / Double(piece.endMs - piece.startMs)
      return SumMerge.Piece(startMs: from, endMs: to, value: piece.value * share, source: source)
    }
  }

  /// Sleep that other programs summed up, for the nights of a day.
  package func nights(on day: Int) -> (asleep: [NightSum], inBed: [NightSum]) {
    NightSum.counted { aggregates[$0]?[day] ?? [] }
  }

  /// Returns the latest mean or reading of a measure that another program computed for a day: `resting_heart_rate`,
  /// `body_mass`. `nil` = none.
  package func said(_ measure: String, on day: Int) -> AggregateSpan? {
    let spans = (aggregates["\(measure).avg"]?[day] ?? []) + (aggregates[measure]?[day] ?? [])
    return spans.filter { !$0.isShare }.max { a, b in
      (a.endMs, -a.rank, a.importNumber, a.value) < (b.endMs, -b.rank, b.importNumber, b.value)
    }
  }

  /// Returns the mean of the means that other programs computed for a day, weighted by their length, finer ones before
  /// coarser ones of the same time. `nil` = none.
  package func saidMean(_ measure: String, on day: Int) -> Double? {
    let spans = finest((aggregates["\(measure).avg"]?[day] ?? []) + (aggregates[measure]?[day] ?? []))
    guard !spans.isEmpty else { return nil }
    let weights = spans.map { max(1, Double($0.endMs - $0.startMs) / Double(Readings.slotMs)) }
    return zip(spans, weights).reduce(0) { $0 + $1.0.value * $1.1 } / weights.reduce(0, +)
  }

  /// Those that no finer one, or an equal one of a better source or a newer import, overlaps.
  func finest(_ spans: [AggregateSpan]) -> [AggregateSpan] {
    var kept: [AggregateSpan] = []
    let ordered = spans.filter { !$0.isShare }.sorted { a, b in
      (a.endMs - a.startMs, a.rank, -a.importNumber, a.startMs, a.value) < (
        b.endMs - b.startMs, b.rank, -b.importNumber, b.startMs, b.value
      )
    }
    // The same by start. They don't overlap, so that only the neighbours can be in the way.
    var taken: [Range<Int64>] = []
    for span in ordered {
      let place = taken.firstPlace { $0.lowerBound > span.startMs }
      if place > 0, taken[place - 1].lowerBound == span.startMs || taken[place - 1].upperBound > span.startMs { continue }
      if place < taken.count, taken[place].lowerBound < span.endMs { continue }
      taken.insert(span.startMs..<span.endMs, at: place)
      kept.append(span)
    }
    return kept
  }

  /// Lowest, mean and highest heart rate of a day: of single readings and of other programs' ranges together, the mean from ranges only
  /// where no reading is in their time.
  func heartRange(on day: Int) -> (least: Double?, mean: Double?, most: Double?) {
    let readings = heart[day]
    func said(_ part: String) -> [AggregateSpan] { (aggregates["heart_rate.\(part)"]?[day] ?? []).filter { !$0.isShare } }
    let ranges = finest((said("avg") + (aggregates["heart_rate"]?[day] ?? []))).filter { !readings.isWithin($0.startMs, $0.endMs) }
    var (sum, weight) = readings.evenSum
    for range in ranges {
      let slots = max(1, Double(range.endMs - range.startMs) / Double(Readings.slotMs))
      sum += range.value * slots
      weight += slots
    }
    return (
      ([readings.least].compactMap(\.self) + said("min").map(\.value)).min(), weight > 0 ? sum / weight : nil,
      ([readings.most].compactMap(\.self) + said("max").map(\.value)).max()
    )
  }
}

import HealthModel

/// Merging the sums of other programs, for totals and their explanation alike.
extension DayInputs {
  /// The merged sums of a measure on a day, counted from 0. `nil` = there are none, or samples alone count.
  ///
  /// Samples alone count on a day that has any, unless the export that brought them was made during the day: then sums add what they exceed
  /// the samples by.
  /// - Parameter hasSamples: whether any sample of the measure counts on the day.
  package func sums(of measure: Measure, on day: Int, hasSamples: Bool) -> SumMerge? {
    guard let spans = sums(of: measure.type, on: day), !hasSamples || cutShort.contains(day) else { return nil }
    return SumMerge(spans, over: hasSamples ? pieces(of: measure, on: day) : [])
  }

  /// The merged mindful minutes on a day; as `sums`.
  package func mindfulSums(on day: Int) -> SumMerge? {
    sums(of: SampleType.mindfulSession, on: day).map { SumMerge($0) }
  }

  /// Other programs' sums of a type on a day. Sums over all sources are accounts of the same, whichever sources they
  /// name; what two devices counted isn't the same.
  private func sums(of type: String, on day: Int) -> [AggregateSpan]? {
    guard let spans = aggregates[type]?[day] else { return nil }
    let isMerged = Set(spans.lazy.filter(\.isMerged).map(\.source))
    return AggregateSpan.current(spans) { isMerged.contains($0) ? ["|"] : [sources[Int($0)].name] }
  }

  /// Other programs' means, extremes and nights of a type on a day. Accounts whose sources have a name in common are of
  /// the same: `AutoSleep|Watch` and `Watch`.
  private func accounts(of type: String, on day: Int) -> [AggregateSpan] {
    AggregateSpan.current(aggregates[type]?[day] ?? [], names: names)
  }

  /// The names in a source's name; `nil` for a program's own sum, which is over all sources.
  private func names(of source: Int32) -> [String?] {
    let name = sources[Int(source)].name
    return name == HealthSource.healthAutoExport ? [nil] : name.split(separator: "|").map { String($0) }
  }

  /// Other programs' means of a measure on a day, or single readings.
  private func means(of measure: String, on day: Int) -> [AggregateSpan] {
    (accounts(of: "\(measure).avg", on: day) + accounts(of: measure, on: day)).filter { !$0.isShare }
  }

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
    NightSum.counted({ aggregates[$0]?[day] ?? [] }, names: names)
  }

  /// Returns the latest mean or reading of a measure that another program computed for a day: `resting_heart_rate`,
  /// `body_mass`. `nil` = none.
  package func said(_ measure: String, on day: Int) -> AggregateSpan? {
    means(of: measure, on: day).max { a, b in
      (a.endMs, -a.rank, a.recency, a.value) < (b.endMs, -b.rank, b.recency, b.value)
    }
  }

  /// Returns the mean of the means that other programs computed for a day, weighted by their length, finer ones before
  /// coarser ones of the same time. `nil` = none.
  package func saidMean(_ measure: String, on day: Int) -> Double? {
    let spans = finest(means(of: measure, on: day))
    guard !spans.isEmpty else { return nil }
    let weights = spans.map { max(1, Double($0.endMs - $0.startMs) / Double(Readings.slotMs)) }
    return zip(spans, weights).reduce(0) { $0 + $1.0.value * $1.1 } / weights.reduce(0, +)
  }

  /// Those that no finer one, or an equal one of a better source or a more recent one, overlaps.
  func finest(_ spans: [AggregateSpan]) -> [AggregateSpan] {
    var kept: [AggregateSpan] = []
    let ordered = spans.sorted { a, b in
      (a.endMs - a.startMs, a.rank, b.recency, a.startMs, a.value) < (b.endMs - b.startMs, b.rank, a.recency, b.startMs, b.value)
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
    func said(_ part: String) -> [AggregateSpan] { accounts(of: "heart_rate.\(part)", on: day).filter { !$0.isShare } }
    let ranges = finest(means(of: SampleType.heartRate, on: day)).filter { !readings.isWithin($0.startMs, $0.endMs) }
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

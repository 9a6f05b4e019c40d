/// Sums that another program made, for days on which no sample is known (Health Auto Export's daily and hourly sums).
package struct AggregateSpan: Sendable, Hashable {
  /// Milliseconds UTC.
  package var startMs: Int64
  /// First instant after it, milliseconds UTC.
  package var endMs: Int64
  package var value: Double
  /// Place of the source in the caller's list.
  package var source: Int32
  /// The source's rank, 0 = best.
  package var rank: Int32
  /// Which import brought it; of overlapping ones the newest import's counts.
  package var importNumber: Int64

  /// An aggregate with everything given.
  package init(startMs: Int64, endMs: Int64, value: Double, source: Int32, rank: Int32, importNumber: Int64) {
    self.startMs = startMs
    self.endMs = endMs
    self.value = value
    self.source = source
    self.rank = rank
    self.importNumber = importNumber
  }
}

package enum AggregateChoice {
  /// Which aggregates of one measure and one day count: those of the best ranked source, because sums of two sources can't be merged;
  /// without those that overlap one of a newer import. In the order of time.
  package static func counted(_ aggregates: [AggregateSpan]) -> [AggregateSpan] {
    guard let best = aggregates.min(by: { $0.rank < $1.rank })?.rank else { return [] }
    var counted: [AggregateSpan] = []
    let ordered = aggregates.filter { $0.rank == best }.sorted { a, b in
      if a.importNumber != b.importNumber { return a.importNumber > b.importNumber }
      return (a.startMs, a.endMs) < (b.startMs, b.endMs)
    }
    for span in ordered where !counted.contains(where: { overlaps($0, span) }) { counted.append(span) }
    return counted.sorted { $0.startMs < $1.startMs }
  }

  private static func overlaps(_ a: AggregateSpan, _ b: AggregateSpan) -> Bool {
    a.startMs == b.startMs || max(a.startMs, b.startMs) < min(a.endMs, b.endMs)
  }
}

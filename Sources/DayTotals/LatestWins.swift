/// Makes overlapping samples of one Health Connect app one, before the app is merged with others: the last written one counts,
/// and a sample without a length adds nothing (AOSP, `ValueColumnAggregationData`).
///
/// Samsung Health writes the phone's and the watch's steps under one name; adding them up would count the walk twice.
enum LatestWins {
  /// Returns spans that don't overlap, sorted by start, each with its share of its sample's value. Dropped parts are
  /// reported to `witness` as left out because of the same layer.
  /// - Parameter spans: sorted by start.
  static func resolved<W: MergeWitness>(_ spans: [Span], of layer: Int32, telling witness: inout W) -> [Span] {
    var kept: [Span] = []
    kept.reserveCapacity(spans.count)
    var decided: [[Range<Int64>]] = W.wantsReasons ? Array(repeating: [], count: spans.count) : []
    var sweep = Precedence(
      spans.map { Precedence.Claim(startMs: $0.startMs, endMs: $0.endMs, rank: 0, precedence: $0.writtenMs) })
    sweep.sweep { place, from, to in
      let span = spans[place]
      let share = Double(to - from) / Double(span.endMs - span.startMs)
      kept.append(Span(startMs: from, endMs: to, value: span.value * share, writtenMs: span.writtenMs))
      if W.wantsReasons { decided[place].append(from..<to) }
    }
    if W.wantsReasons {
      for (span, parts) in zip(spans, decided) { tellRest(of: span, without: parts, of: layer, to: &witness) }
    }
    return kept
  }

  private static func tellRest<W: MergeWitness>(of span: Span, without parts: [Range<Int64>], of layer: Int32, to witness: inout W) {
    guard span.endMs > span.startMs else {
      witness.leftOut(layer, fromMs: span.startMs, toMs: span.startMs, value: span.value, becauseOf: layer)
      return
    }
    let length = Double(span.endMs - span.startMs)
    var now = span.startMs
    for part in parts + [span.endMs..<span.endMs] {
      if part.lowerBound > now {
        let share = Double(part.lowerBound - now) / length
        witness.leftOut(layer, fromMs: now, toMs: part.lowerBound, value: span.value * share, becauseOf: layer)
      }
      now = max(now, part.upperBound)
    }
  }
}

/// The merged sums that other programs computed for one measure on one day: of hours, days and any other spans, of one
/// source or of all.
///
/// A sum over a span is complete for that span, and so are finer ones for theirs. So a coarse sum adds only the amount
/// by which it exceeds the finer readings inside it: a day of 6,000 with an hour of 500 in it is 6,000, and a day of
/// 300, exported in the morning, with hours of 6,000 is 6,000, in any order of import. Sums of single devices for the
/// same time are merged by rank, as samples are.
package struct SumMerge: Sendable {
  /// A stretch of time with the value that counts for it.
  package struct Piece: Sendable, Hashable {
    /// Milliseconds UTC.
    package var startMs: Int64
    /// First instant after it, milliseconds UTC; equal to `startMs` for something of a moment.
    package var endMs: Int64
    package var value: Double
    /// Place of the source in the caller's list.
    package var source: Int32

    /// A piece with everything given.
    package init(startMs: Int64, endMs: Int64, value: Double, source: Int32) {
      self.startMs = startMs
      self.endMs = endMs
      self.value = value
      self.source = source
    }
  }

  /// The result for one source's sums.
  package struct Part: Sendable, Hashable {
    /// The amount that counted, in the measure's unit, and the milliseconds it counted for.
    package var value = 0.0
    package var ms: Int64 = 0
    /// The amounts that didn't count, by the source of the finer readings.
    package var leftOut: [Int32: Contributions.Left] = [:]
  }

  /// The pieces that count, sorted by start: those of the samples and those added by the sums.
  package private(set) var pieces: [Piece]
  /// The results for the sums, by source.
  package private(set) var parts: [Int32: Part] = [:]
  /// Whether what counts is a day's share of a longer sum.
  package private(set) var isShare = false
  /// The number of sums left out because too many of them overlap; the coarsest. Their values are in `leftOut` of
  /// `parts`.
  package private(set) var unmerged = 0
  /// The number of pieces examined or moved so far, and its limit.
  private var work = 0
  private let mostWork: Int
  /// The longest of `pieces`, milliseconds: how far before an instant a piece that reaches it may begin.
  private var longestMs: Int64

  /// The day's total. `nil` = nothing counts.
  package var total: Double? { pieces.isEmpty ? nil : pieces.reduce(0) { $0 + $1.value } }

  /// - Parameters:
  ///   - aggregates: of one measure and one day, in any order.
  ///   - samples: the pieces of the day's samples, if they are incomplete. Complete samples count alone, without
  ///     aggregates.
  ///   - mostWork: the limit of pieces to examine, so that a malicious file can't take hours. A day of all seconds,
  ///     minutes and hours needs 400,000; the default takes less than a second.
  package init(_ aggregates: [AggregateSpan], over samples: [Piece] = [], mostWork: Int = 100_000_000) {
    self.mostWork = mostWork
    pieces = samples.sorted { $0.startMs < $1.startMs }
    longestMs = pieces.reduce(0) { max($0, $1.endMs - $1.startMs) }
    let known = aggregates.filter { !$0.isGuess && !$0.isShare }
    for span in (known.filter(\.isMerged) + singles(known.filter { !$0.isMerged })).sorted(by: Self.comesBefore) { add(span) }
    // A span that is only guessed says nothing beside measurements.
    if samples.isEmpty { for span in aggregates.filter({ $0.isGuess && !$0.isShare }).sorted(by: Self.comesBefore) { add(span) } }
    guard pieces.isEmpty else { return }
    let shares = aggregates.filter(\.isShare)
    guard let best = shares.min(by: Self.isBetterShare) else { return }
    add(best)
    isShare = !pieces.isEmpty
  }

  /// Finer before coarser; of equal ones sums of all sources first, then the more recent, then by rank.
  private static func comesBefore(_ a: AggregateSpan, _ b: AggregateSpan) -> Bool {
    let (aLength, bLength) = (a.endMs - a.startMs, b.endMs - b.startMs)
    if aLength != bLength { return aLength < bLength }
    if a.isMerged != b.isMerged { return a.isMerged }
    if a.recency != b.recency { return a.recency > b.recency }
    return (a.startMs, a.rank, a.value) < (b.startMs, b.rank, b.value)
  }

  private static func isBetterShare(_ a: AggregateSpan, _ b: AggregateSpan) -> Bool {
    (a.rank, b.recency, a.startMs, a.value) < (b.rank, a.recency, b.startMs, b.value)
  }

  /// Returns the sums of single sources, each stretch of time from the best ranked one that has it.
  private mutating func singles(_ spans: [AggregateSpan]) -> [AggregateSpan] {
    let bySource = Dictionary(grouping: spans, by: \.source)
    guard bySource.count > 1 else { return spans }
    let sources = bySource.values.compactMap(\.first).sorted { $0.rank < $1.rank }
    let layers = sources.map { source in
      let own = SumMerge(bySource[source.source] ?? [], mostWork: mostWork - work)
      work += own.work
      unmerged += own.unmerged
      for (place, part) in own.parts { for (other, left) in part.leftOut { leave(place, left.value, left.ms, becauseOf: other) } }
      return Layer(
        source: source.source,
        spans: own.pieces.map { Span(startMs: $0.startMs, endMs: $0.endMs, value: $0.value) })
    }
    var witness = Collector()
    CumulativeMerge.run(layers, telling: &witness)
    for left in witness.left {
      leave(sources[Int(left.layer)].source, left.value, left.ms, becauseOf: sources[Int(left.other)].source)
    }
    return witness.counted.map { piece in
      let source = sources[Int(piece.source)]
      return AggregateSpan(
        startMs: piece.startMs, endMs: piece.endMs, value: piece.value, source: source.source, rank: source.rank,
        recency: source.recency)
    }
  }

  /// Adds what a span's value exceeds the pieces inside it by.
  private mutating func add(_ span: AggregateSpan) {
    guard span.value.isFinite, span.endMs >= span.startMs else { return }
    guard work < mostWork else {
      unmerged += 1
      return leave(span.source, span.value, 0, becauseOf: pieces.first?.source ?? span.source)
    }
    var inside = 0.0
    var free: [Range<Int64>] = []
    var now = span.startMs
    var weight: (source: Int32, value: Double)?
    for piece in pieces[firstPlace(span.startMs)...] {
      if piece.startMs > span.endMs { break }
      work += 1
      guard let share = Self.share(of: piece, in: span) else { continue }
      inside += share
      if weight.map({ share > $0.value }) ?? true { weight = (piece.source, share) }
      if piece.startMs > now { free.append(now..<min(piece.startMs, span.endMs)) }
      now = max(now, piece.endMs)
    }
    if now < span.endMs { free.append(now..<span.endMs) }
    let extra = span.value - inside
    let counts = weight == nil || extra > 1e-9 * max(1, abs(span.value))
    let kept = counts ? extra : 0
    if let weight, span.value > kept { leave(span.source, span.value - kept, 0, becauseOf: weight.source) }
    guard counts else { return }
    let freeMs = free.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    if freeMs == 0 { free = [span.startMs..<span.endMs] }
    for stretch in free {
      let length = stretch.upperBound - stretch.lowerBound
      let share = freeMs == 0 ? extra : extra * (Double(length) / Double(freeMs))
      insert(Piece(startMs: stretch.lowerBound, endMs: stretch.upperBound, value: share, source: span.source))
      parts[span.source, default: Part()].value += share
      parts[span.source, default: Part()].ms += length
    }
  }

  /// Returns the share of a piece that lies in a span; `nil` = none of it.
  private static func share(of piece: Piece, in span: AggregateSpan) -> Double? {
    let length = piece.endMs - piece.startMs
    guard length > 0 else {
      let isInside = piece.startMs >= span.startMs && (piece.startMs < span.endMs || piece.startMs == span.startMs)
      return isInside ? piece.value : nil
    }
    guard span.endMs > span.startMs else {
      return piece.startMs <= span.startMs && span.startMs < piece.endMs ? .infinity : nil
    }
    let overlap = min(piece.endMs, span.endMs) - max(piece.startMs, span.startMs)
    return overlap > 0 ? piece.value * (Double(overlap) / Double(length)) : nil
  }

  private mutating func leave(_ source: Int32, _ value: Double, _ ms: Int64, becauseOf other: Int32) {
    guard value.isFinite else { return }
    parts[source, default: Part()].leftOut[other, default: Contributions.Left()].value += value
    parts[source, default: Part()].leftOut[other, default: Contributions.Left()].ms += ms
  }

  /// The place of the first piece that may reach an instant.
  private func firstPlace(_ ms: Int64) -> Int { place(of: ms - longestMs) }

  /// The place of the first piece that begins at an instant or later.
  private func place(of ms: Int64) -> Int { pieces.firstPlace { $0.startMs >= ms } }

  private mutating func insert(_ piece: Piece) {
    longestMs = max(longestMs, piece.endMs - piece.startMs)
    let place = place(of: piece.startMs)
    // Moving what comes behind it costs that much less than looking at it.
    work += 1 + (pieces.count - place) / 64
    pieces.insert(piece, at: place)
  }
}

extension SumMerge {
  /// Collects everything that a merge of layers reports; `source` of a piece is the layer's index.
  package struct Collector: MergeWitness, Sendable {
    package static var wantsReasons: Bool { true }
    package private(set) var counted: [Piece] = []
    package private(set) var left: [(layer: Int32, other: Int32, value: Double, ms: Int64)] = []

    /// Nothing yet.
    package init() {}

    package mutating func counted(_ layer: Int32, fromMs: Int64, toMs: Int64, value: Double) {
      counted.append(Piece(startMs: fromMs, endMs: toMs, value: value, source: layer))
    }

    package mutating func leftOut(_ layer: Int32, fromMs: Int64, toMs: Int64, value: Double, becauseOf other: Int32) {
      left.append((layer, other, value, toMs - fromMs))
    }
  }
}

/// Decides at each instant which of several open claims counts: a sweep over their borders, in O(n log n).
///
/// The rule for one instant is that of Health Connect (AOSP, `PriorityRecordsAggregator`): one open interval counts, the best ranked,
/// and among those the one with the highest precedence.
struct Precedence {
  /// A claim on a span of time.
  struct Claim {
    var startMs: Int64
    var endMs: Int64
    /// 0 = best.
    var rank: Int32
    /// Among claims of one rank the highest wins.
    var precedence: Int64
    /// Among claims of one rank and precedence the lowest wins; among equals the one that comes first in the list.
    var place = 0
  }

  private let claims: [Claim]
  /// A binary heap of the open claims' places, the deciding one on top. Those that ended leave it when they come to the top.
  private var open: [Int] = []

  /// Claims sorted by start.
  init(_ claims: [Claim]) { self.claims = claims }

  /// Tells, in the order of time, which claim decides from when to when. Spans of one claim that meet aren't joined; claims without a
  /// length never decide.
  mutating func sweep(_ decided: (_ claim: Int, _ fromMs: Int64, _ toMs: Int64) -> Void) {
    open.removeAll(keepingCapacity: true)
    var now = Int64.min
    for place in claims.indices {
      advance(from: now, to: claims[place].startMs, decided)
      now = claims[place].startMs
      push(place)
    }
    advance(from: now, to: .max, decided)
  }

  private mutating func advance(from start: Int64, to limit: Int64, _ decided: (Int, Int64, Int64) -> Void) {
    var now = start
    while now < limit, let top = open.first {
      let end = claims[top].endMs
      guard end > now else {
        pop()
        continue
      }
      let to = min(end, limit)
      decided(top, now, to)
      now = to
    }
  }

  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    if claims[a].rank != claims[b].rank { return claims[a].rank < claims[b].rank }
    if claims[a].precedence != claims[b].precedence { return claims[a].precedence > claims[b].precedence }
    if claims[a].place != claims[b].place { return claims[a].place < claims[b].place }
    return a < b
  }

  private mutating func push(_ place: Int) {
    open.append(place)
    var child = open.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard isBefore(open[child], open[parent]) else { return }
      open.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func pop() {
    open.swapAt(0, open.count - 1)
    open.removeLast()
    var parent = 0
    while true {
      var best = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < open.count && isBefore(open[child], open[best]) { best = child }
      if best == parent { return }
      open.swapAt(parent, best)
      parent = best
    }
  }
}

/// Finds where a blurred symbol may begin and end: its inner edges have merged, but those beside the quiet zones are there. Belongs to one thread.
final class SpanFinder {
  /// A start and an end among the edges.
  struct Span {
    var kind: SymbolKind
    /// In samples.
    var start: Float
    /// In samples.
    var end: Float
    /// Wide quiet zones and the right number of edges between; only the order means something.
    var quality: Float
  }

  /// The maximum number of spans to align: 4 read as many as 8.
  static let most = 3
  /// Quiet zones count up to this width, in modules.
  private static let enoughQuiet: Float = 8
  /// The widest element has 4 modules; blurred neighbours make it look wider, but not wider than this.
  private static let widestElement: Float = 9
  /// An edge of the symbol costs so much quality when it wasn't found.
  private static let missingEdge: Float = 0.1

  /// The best spans, best first.
  private(set) var spans: [Span] = []

  init() { spans.reserveCapacity(Self.most + 1) }

  /// Looks at all pairs of a falling and a rising edge with a quiet zone beside each, in a profile of so many samples, which
  /// begins or ends where the picture does, or where the region does.
  func find(in edges: EdgeFinder, samples: Int, touchesBorder: (start: Bool, end: Bool)) {
    spans.removeAll(keepingCapacity: true)
    let (x, count) = (UnsafePointer(edges.positions), edges.count)
    for start in stride(from: edges.firstFalls ? 0 : 1, to: count, by: 2) {
      // The last falling edge that a gap between here and there would rule out isn't known before the module is, which the end decides;
      // but gaps only grow with the end, so that the widest one so far is kept.
      var widestGap: Float = 0
      var checked = start
      for end in stride(from: start + 13, to: count, by: 2) {
        while checked < end {
          widestGap = max(widestGap, x[checked + 1] - x[checked])
          checked += 1
        }
        let found = end - start + 1
        // No kind has more edges than EAN-13.
        guard found <= SymbolKind.ean13.edgeCount + 2 else { break }
        for kind in SymbolKind.allCases where found <= kind.edgeCount + 2 && 3 * found >= kind.edgeCount {
          let module = (x[end] - x[start]) / Float(kind.moduleCount)
          guard widestGap <= Self.widestElement * module else { continue }
          // Beyond the profile's end nothing can be seen, which is no reason against an EAN-13, nor against any symbol at the picture's border. Else
          // a short symbol's quiet zone must be seen: of a region that covers half an EAN-13 the profile ends in the gap behind what looks like a
          // UPC-E.
          let unseenBefore: Float = kind == .ean13 || touchesBorder.start ? 6 : 0
          let unseenAfter: Float = kind == .ean13 || touchesBorder.end ? 6 : 0
          let before = start > 0 ? (x[start] - x[start - 1]) / module : max(unseenBefore, x[start] / module)
          let after = end + 1 < count ? (x[end + 1] - x[end]) / module : max(unseenAfter, (Float(samples - 1) - x[end]) / module)
          let least = kind == .ean13 ? 2 : kind.leastQuietZone
          guard before >= least, after >= least else { continue }
          let missing = abs(Float(found - kind.edgeCount))
          insert(
            Span(
              kind: kind, start: x[start], end: x[end],
              quality: min(before, Self.enoughQuiet) + min(after, Self.enoughQuiet) - missing * Self.missingEdge))
        }
      }
    }
  }

  /// Keeps the best few of each kind: a part of a blurred EAN-13 can look like more of a short symbol than the whole does of a long one.
  private func insert(_ span: Span) {
    let most = span.kind == .ean13 ? Self.most : Self.most / 2
    spans.insert(span, at: spans.firstIndex { $0.quality < span.quality } ?? spans.count)
    guard spans.count(where: { $0.kind == span.kind }) > most, let worst = spans.lastIndex(where: { $0.kind == span.kind }) else { return }
    spans.remove(at: worst)
  }
}

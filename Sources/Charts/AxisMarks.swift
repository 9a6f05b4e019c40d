/// The labels below an axis, thinned so that no two overlap and none leaves the picture.
struct AxisMarks {
  /// A label that is drawn.
  struct Mark: Equatable {
    /// Which of the candidates it is.
    let place: Int
    /// As it is drawn: a label wider than the picture is cut.
    let text: String
    /// The middle of the text.
    let x: Double
    /// An upper estimate.
    let width: Double
  }

  /// The least distance of two labels in user units.
  static let gap = 8.0

  /// Returns every n-th candidate, with the smallest n at which none overlap.
  ///
  /// - Parameters:
  ///   - candidates: From left to right: the text, and the x that it is centred at. Empty texts are no candidates.
  ///   - kept: The place of a candidate that must be among them, such as today's.
  ///   - width: The picture's width; labels at its edges are moved inwards.
  static func thinned(_ candidates: [(text: String, x: Double)], keeping kept: Int?, within width: Double) -> [Mark] {
    let marks = candidates.enumerated().compactMap { place, candidate -> Mark? in
      let isKept = place == kept
      let text = TextWidth.fitting(candidate.text, in: width, strong: isKept)
      guard !text.isEmpty else { return nil }
      let wide = TextWidth.of(text, strong: isKept)
      return Mark(place: place, text: text, x: min(max(candidate.x, wide / 2), width - wide / 2), width: wide)
    }
    guard let first = marks.first else { return [] }
    let anchor = marks.firstIndex { $0.place == kept }
    for stride in 1..<max(2, marks.count) {
      let shown = Swift.stride(from: (anchor ?? 0) % stride, to: marks.count, by: stride).map { marks[$0] }
      if zip(shown, shown.dropFirst()).allSatisfy({ $0.x + $0.width / 2 + gap <= $1.x - $1.width / 2 }) { return shown }
    }
    return [anchor.map { marks[$0] } ?? first]
  }
}

/// Finds places for plates: in the picture, never over one another, and beside what they speak of where there is room.
struct PlateLayout {
  /// A plate's place.
  struct Place: Hashable {
    /// The position.
    let box: Box
    /// In pixels; smaller than requested where the picture is full.
    let titleHeight: Float
  }

  private let picture: Box
  private let kept: [Box]
  private var taken: [Box] = []

  /// An empty layout.
  ///
  /// - Parameters:
  ///   - size: The picture's size, in pixels.
  ///   - kept: Areas that plates should avoid.
  init(size: SIMD2<Float>, kept: [Box]) {
    picture = Box(low: .zero, high: size)
    self.kept = kept
  }

  /// Finds a place and reserves it.
  ///
  /// - Parameters:
  ///   - subject: The area that the plate describes; `nil` = the picture as a whole, in its upper left corner.
  ///   - titleHeight: The requested height, in pixels.
  /// - Returns: `nil` when the picture is too small or too full for the smallest legible type.
  mutating func place(_ plate: Plate, beside subject: Box?, titleHeight: Float) -> Place? {
    var heights = [titleHeight]
    while let last = heights.last, last * 0.8 >= Self.leastHeight { heights.append(last * 0.8) }
    // Rather smaller than over a code; rather over a code than not at all.
    for coversCodes in [false, true] {
      for height in heights {
        let size = plate.size(titleHeight: height)
        guard let box = box(size, beside: subject, gap: height * 0.6, coversCodes: coversCodes) else { continue }
        taken.append(box)
        return Place(box: box, titleHeight: height)
      }
    }
    return nil
  }

  /// The free place of that size nearest to the subject. `nil` when there is none.
  private func box(_ size: SIMD2<Float>, beside subject: Box?, gap: Float, coversCodes: Bool) -> Box? {
    let last = picture.high - size
    guard last.x >= 0, last.y >= 0 else { return nil }
    func isFree(_ box: Box) -> Bool {
      picture.contains(box) && !taken.contains { $0.overlaps(box) } && (coversCodes || !kept.contains { $0.overlaps(box) })
    }
    func inside(_ low: SIMD2<Float>) -> Box {
      let low = low.clamped(lowerBound: .zero, upperBound: last)
      return Box(low: low, high: low + size)
    }
    let subject = subject ?? Box(low: .zero, high: .zero)
    let middle = subject.middle - size / 2
    let beside = [
      SIMD2(middle.x, subject.high.y + gap), SIMD2(middle.x, subject.low.y - gap - size.y), SIMD2(subject.high.x + gap, middle.y),
      SIMD2(subject.low.x - gap - size.x, middle.y),
    ]
    if let box = beside.lazy.map(inside).first(where: isFree) { return box }
    // Anywhere else, on a grid of half a plate's height; its last column and row are at the picture's end.
    let step = max(size.y / 2, 1)
    var best: (box: Box, distance: Float)?
    for row in 0...Int((last.y / step).rounded(.up)) {
      for column in 0...Int((last.x / step).rounded(.up)) {
        let candidate = inside(SIMD2(Float(column), Float(row)) * step)
        let distance = (candidate.middle - subject.middle).length
        if distance < best?.distance ?? .infinity, isFree(candidate) { best = (candidate, distance) }
      }
    }
    return best?.box
  }

  /// Smaller type isn't legible, in pixels.
  private static let leastHeight: Float = 9
}

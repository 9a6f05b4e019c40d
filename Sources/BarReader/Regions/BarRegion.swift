/// A part of the picture that looks like bars: a parallelogram along them.
///
/// Upright bars are lines `x = t - slope * y`. `t` runs across them and `w = y - t * slope / (1 + slope²)` along them,
/// at right angles (the map from (x, y) to (t, w) preserves areas). For horizontal bars, x and y are exchanged first,
/// in everything here.
package struct BarRegion: Sendable, Hashable {
  /// Whether the bars are nearer to lying than to standing, so that x and y are exchanged.
  package var isTransposed: Bool
  /// Pixels to the left per pixel down, -1…1.
  package var slope: Float
  /// Across the bars, in pixels.
  package var across: ClosedRange<Float>
  /// Along the bars, in pixels.
  package var along: ClosedRange<Float>
  /// The similarity to bars; only the order is meaningful.
  package var score: Float

  /// Its corners in the picture's pixels, in order around it.
  package var corners: [SIMD2<Float>] {
    [
      point(across.lowerBound, along.lowerBound), point(across.upperBound, along.lowerBound),
      point(across.upperBound, along.upperBound), point(across.lowerBound, along.upperBound),
    ]
  }

  /// Its middle in the picture's pixels.
  package var center: SIMD2<Float> {
    point((across.lowerBound + across.upperBound) / 2, (along.lowerBound + along.upperBound) / 2)
  }

  /// The pixel at `t` across and `w` along the bars: y = w + t * slope / (1 + slope²), x = t - slope * y.
  package func point(_ t: Float, _ w: Float) -> SIMD2<Float> {
    let y = w + t * slope / (1 + slope * slope)
    let x = t - slope * y
    return isTransposed ? SIMD2(y, x) : SIMD2(x, y)
  }

  /// Whether a pixel lies in it.
  package func contains(_ pixel: SIMD2<Float>) -> Bool {
    let (x, y) = isTransposed ? (pixel.y, pixel.x) : (pixel.x, pixel.y)
    let t = x + slope * y
    return across.contains(t) && along.contains(y - t * slope / (1 + slope * slope))
  }
}

extension BarRegion {
  /// Codes of one picture differ no more than this in width and in height: an EAN-13 is twice as wide as a UPC-E.
  private static let mostLikeRatio: Float = 2.2

  /// Whether the region has about the size of a code.
  func isLike(_ code: BarRegion) -> Bool { hasRoom(for: code) && code.hasRoom(for: self) }

  /// Whether a code that is like another one may be in the region.
  func hasRoom(for code: BarRegion) -> Bool {
    Self.mostLikeRatio * (across.upperBound - across.lowerBound) >= code.across.upperBound - code.across.lowerBound
      && Self.mostLikeRatio * (along.upperBound - along.lowerBound) >= code.along.upperBound - code.along.lowerBound
  }

  /// The parts beside, above and below a code in the region. None if that has another slope.
  func parts(beside code: BarRegion) -> [BarRegion] {
    guard isTransposed == code.isTransposed, abs(slope - code.slope) <= Self.mostTurn else { return [] }
    let row = max(along.lowerBound, code.along.lowerBound)...max(along.lowerBound, code.along.upperBound)
    return [
      part(across, along.lowerBound, code.along.lowerBound), part(across, code.along.upperBound, along.upperBound),
      part(row, fromAcross: across.lowerBound, to: code.across.lowerBound),
      part(row, fromAcross: code.across.upperBound, to: across.upperBound),
    ].compactMap(\.self)
  }

  private func part(_ across: ClosedRange<Float>, _ top: Float, _ bottom: Float) -> BarRegion? {
    guard top < bottom else { return nil }
    var part = self
    (part.across, part.along) = (across, top...bottom)
    return part
  }

  private func part(_ along: ClosedRange<Float>, fromAcross left: Float, to right: Float) -> BarRegion? {
    guard left < right else { return nil }
    var part = self
    (part.across, part.along) = (left...right, along)
    return part
  }
}

extension BarRegion {
  /// Slopes of neighbours in a row of bars differ by no more than this: a can's bars stay parallel.
  private static let mostTurn: Float = 0.06
  /// The part of the longer one's length along the bars that both must share…
  private static let leastShared: Float = 0.8
  /// …and the part of the width of both that may lie between them.
  private static let widestGap: Float = 0.25

  /// The region that covers this and another, if they lie side by side in one row of bars; as far along the bars as both reach.
  func joined(to other: BarRegion) -> BarRegion? {
    guard isTransposed == other.isTransposed, abs(slope - other.slope) <= Self.mostTurn else { return nil }
    let (left, right) = across.lowerBound < other.across.lowerBound ? (self, other) : (other, self)
    let width = max(left.across.upperBound, right.across.upperBound) - left.across.lowerBound
    let gap = right.across.lowerBound - left.across.upperBound
    let (low, high) = (max(along.lowerBound, other.along.lowerBound), min(along.upperBound, other.along.upperBound))
    let longest = max(along.upperBound - along.lowerBound, other.along.upperBound - other.along.lowerBound)
    guard gap >= 0, gap <= Self.widestGap * width, high - low >= Self.leastShared * longest else { return nil }
    return BarRegion(
      isTransposed: isTransposed, slope: score >= other.score ? slope : other.slope,
      across: left.across.lowerBound...right.across.upperBound,
      along: low...high, score: max(score, other.score))
  }
}

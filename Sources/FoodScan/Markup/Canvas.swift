/// A picture to draw on: anti-aliased lines and boxes, clipped at the borders.
///
/// A pixel that is half covered by a shape is half changed. The coverage is computed from the distance of the pixel's
/// centre from the edge: half a pixel inside or more is full, half a pixel outside none, linear in between. That is
/// exact for straight edges along the pixels, and within a few percent for all others.
struct Canvas {
  /// The picture drawn so far.
  private(set) var picture: ColorImage
  /// The coverage of a row's pixels by the current shape.
  private var coverage: [Float]

  /// A canvas over that picture.
  init(_ picture: ColorImage) {
    self.picture = picture
    coverage = [Float](repeating: 0, count: picture.width)
  }

  /// In pixels.
  var width: Int { picture.width }
  /// In pixels.
  var height: Int { picture.height }

  /// Draws lines from point to point with round ends and joints. A single point is a dot. Points that aren't numbers draw nothing.
  ///
  /// - Parameters:
  ///   - points: In pixels; the picture's upper left corner is (0, 0), its first pixel's middle (0.5, 0.5).
  ///   - isClosed: Whether a line leads from the last point to the first.
  ///   - width: In pixels; below 1 a line is fainter instead of thinner.
  mutating func stroke(_ points: [SIMD2<Float>], isClosed: Bool = false, width: Float, _ ink: Ink) {
    guard let first = points.first, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }), width > 0 else { return }
    var lines = zip(points, points.dropFirst()).map { Line(from: $0, to: $1) }
    if isClosed || points.count == 1, let last = points.last { lines.append(Line(from: last, to: first)) }
    let radius = max(width, 1) / 2
    let reach = radius + 0.5
    let ink = width < 1 ? Ink(ink.color.x, ink.color.y, ink.color.z, opacity: ink.opacity * width) : ink
    let top = lines.map(\.top).min() ?? 0
    let bottom = lines.map(\.bottom).max() ?? 0
    for y in Self.span(top - reach, bottom + reach, of: height) {
      let middle = Float(y) + 0.5
      var touched = 0..<0
      for line in lines where line.top - reach <= middle && middle <= line.bottom + reach {
        let reached = line.extent(from: middle - reach, to: middle + reach)
        let columns = Self.span(reached.lowerBound - reach, reached.upperBound + reach, of: self.width)
        for x in columns {
          let share = reach - line.distance(from: SIMD2(Float(x) + 0.5, middle))
          // The most of all lines, not their sum: joints would be darker than the lines.
          coverage[x] = max(coverage[x], min(max(share, 0), 1))
        }
        touched = touched.isEmpty ? columns : columns.isEmpty ? touched : Self.union(touched, columns)
      }
      blend(touched, ofRow: y, ink)
    }
  }

  /// Fills a box with rounded corners.
  mutating func fill(_ box: Box, cornerRadius: Float, _ ink: Ink) {
    let middle = (box.low + box.high) / 2
    let half = (box.high - box.low) / 2
    guard half.x > 0, half.y > 0, half.x.isFinite, half.y.isFinite, middle.x.isFinite, middle.y.isFinite else { return }
    let radius = min(max(cornerRadius, 0), min(half.x, half.y))
    for y in Self.span(box.low.y, box.high.y, of: height) {
      let columns = Self.span(box.low.x, box.high.x, of: width)
      for x in columns {
        // The distance from a rounded box: that from the box shrunk by the radius, less the radius.
        let beyond = (SIMD2(Float(x) + 0.5, Float(y) + 0.5) - middle).magnitudes - half + radius
        let outside = beyond.clamped(lowerBound: .zero, upperBound: SIMD2(repeating: .infinity))
        let distance = outside.length + min(max(beyond.x, beyond.y), 0) - radius
        coverage[x] = min(max(0.5 - distance, 0), 1)
      }
      blend(columns, ofRow: y, ink)
    }
  }

  /// Mixes the ink into a row's pixels by their coverage, which is 0 afterwards.
  private mutating func blend(_ columns: Range<Int>, ofRow y: Int, _ ink: Ink) {
    guard !columns.isEmpty else { return }
    let width = width
    picture.withMutablePixels { pixels in
      coverage.withUnsafeMutableBufferPointer { coverage in
        for x in columns where coverage[x] > 0 {
          let share = coverage[x] * ink.opacity
          coverage[x] = 0
          let pixel = pixels + 3 * (y * width + x)
          for channel in 0..<3 {
            let old = Float(pixel[channel])
            pixel[channel] = UInt8(min(max(old + (ink.color[channel] - old) * share + 0.5, 0), 255))
          }
        }
      }
    }
  }

  /// The pixels that an interval touches, of so many. The interval may lie anywhere.
  private static func span(_ low: Float, _ high: Float, of count: Int) -> Range<Int> {
    let limit = Float(count)
    let first = Int(min(max(low.rounded(.down), 0), limit))
    return first..<max(first, Int(min(max(high.rounded(.up), 0), limit)))
  }

  private static func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
    min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
  }
}

/// A rectangle along the pixels.
struct Box: Hashable {
  /// The upper left corner, in pixels.
  var low: SIMD2<Float>
  /// The lower right corner, in pixels.
  var high: SIMD2<Float>

  /// Width and height.
  var size: SIMD2<Float> { high - low }
  /// Its middle.
  var middle: SIMD2<Float> { (low + high) / 2 }

  /// Whether both have an area in common.
  func overlaps(_ other: Box) -> Bool { all(low .< other.high) && all(other.low .< high) }

  /// Whether the other lies in it.
  func contains(_ other: Box) -> Bool { all(low .<= other.low) && all(other.high .<= high) }

  /// The smallest box around points. `nil` when there are none or they aren't numbers.
  init?(around points: [SIMD2<Float>]) {
    guard let first = points.first, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
    low = points.reduce(first) { pointwiseMin($0, $1) }
    high = points.reduce(first) { pointwiseMax($0, $1) }
  }

  /// The box between two corners.
  init(low: SIMD2<Float>, high: SIMD2<Float>) {
    self.low = low
    self.high = high
  }
}

/// A straight line between two points.
private struct Line {
  let start: SIMD2<Float>
  let step: SIMD2<Float>
  /// 1 over the squared length; 0 for a point.
  let scale: Float

  init(from start: SIMD2<Float>, to end: SIMD2<Float>) {
    self.start = start
    step = end - start
    let square = (step * step).sum()
    scale = square > 0 ? 1 / square : 0
  }

  var top: Float { min(start.y, start.y + step.y) }
  var bottom: Float { max(start.y, start.y + step.y) }

  func distance(from point: SIMD2<Float>) -> Float {
    let share = min(max(((point - start) * step).sum() * scale, 0), 1)
    return (point - start - share * step).length
  }

  /// From where to where in x it lies while y is between those.
  func extent(from low: Float, to high: Float) -> ClosedRange<Float> {
    guard abs(step.y) > 1e-6 else { return min(start.x, start.x + step.x)...max(start.x, start.x + step.x) }
    func x(at y: Float) -> Float { start.x + step.x * min(max((y - start.y) / step.y, 0), 1) }
    let (a, b) = (x(at: low), x(at: high))
    return min(a, b)...max(a, b)
  }
}

extension SIMD2<Float> {
  /// By Pythagoras.
  var length: Float { (self * self).sum().squareRoot() }
  /// Without signs.
  fileprivate var magnitudes: SIMD2<Float> { SIMD2(abs(x), abs(y)) }
}

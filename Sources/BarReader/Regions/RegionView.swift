/// A region of a picture with upright bars: the picture itself, or a transposed part of it. In double precision,
/// because positions of thousands of pixels must be exact to hundredths.
struct RegionView {
  /// The picture that `slope`, `across` and `along` are coordinates in.
  let picture: Luma
  /// As in `BarRegion`.
  let slope: Double
  /// Across the bars, in pixels.
  let across: ClosedRange<Double>
  /// Along the bars, in pixels.
  let along: ClosedRange<Double>
  /// The length by which profiles extend beyond the region's ends, in pixels.
  let margin: Double
  /// The offset of the region's own coordinates from the view's: across and along.
  fileprivate var origin = SIMD2<Double>()
  fileprivate var isTransposed = false

  /// A part of the view, in the coordinates of the picture that it was made from.
  func region(across: ClosedRange<Double>, along: ClosedRange<Double>, score: Float) -> BarRegion {
    BarRegion(
      isTransposed: isTransposed, slope: Float(slope), across: Float(across.lowerBound + origin.x)...Float(across.upperBound + origin.x),
      along: Float(along.lowerBound + origin.y)...Float(along.upperBound + origin.y), score: score)
  }

  /// Of the region across the bars, in pixels.
  var width: Double { across.upperBound - across.lowerBound }
  /// Of the region along the bars, in pixels.
  var height: Double { along.upperBound - along.lowerBound }
}

/// Makes views of regions. Owns the copied part; belongs to one thread.
///
/// Screenshots and scans are cropped to the very bars. So a region at the picture's border can also be seen as if the picture had white beyond it.
final class RegionViewer {
  /// A copy is at least so long across the bars, in pixels.
  private static let fewestRows = 20
  /// Pixels by which a copy is larger than the region with its margins, before it and after it: lines are interpolated between four pixels.
  private static let room = (before: 3, after: 4)

  private var pixels = Scratch<UInt8>()

  /// The region as seen with its bars standing; with so many pixels beyond its ends; valid until the next call.
  /// `nil` when nothing of it lies in the picture, or when it is to have white beyond the border and isn't there.
  func view(of region: BarRegion, in picture: Luma, margin: Double, hasWhiteBeyond: Bool = false) -> RegionView? {
    let slope = Double(region.slope)
    let across = Double(region.across.lowerBound)...Double(region.across.upperBound)
    let along = Double(region.along.lowerBound)...Double(region.along.upperBound)
    if picture.isThin { return hasWhiteBeyond ? nil : lengthened(picture, region, margin) }
    // The box around the region with its margins, in the region's own x and y: the picture's y and x if it is transposed.
    let lean = slope / (1 + slope * slope)
    let (first, last) = (across.lowerBound - margin - 2, across.upperBound + margin + 2)
    var (left, right, top, bottom) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
    for t in [first, last] {
      for w in [along.lowerBound, along.upperBound] {
        let y = w + t * lean
        let x = t - slope * y
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
      }
    }
    let (width, height) = region.isTransposed ? (picture.height, picture.width) : (picture.width, picture.height)
    let (wantedFirst, wantedLast) = (Int(left) - Self.room.before, Int(right) + Self.room.after)
    let (firstX, lastX) = (max(0, wantedFirst), min(width - 1, wantedLast))
    let (firstY, lastY) = (max(0, Int(top) - Self.room.before), min(height - 1, Int(bottom) + Self.room.after))
    guard lastY > firstY, lastX - firstX >= Self.fewestRows else { return nil }
    let most = hasWhiteBeyond ? Self.mostBeyond : 0
    let beyond = (before: min(firstX - wantedFirst, most), after: min(wantedLast - lastX, most))
    guard !hasWhiteBeyond || beyond != (0, 0) else { return nil }
    if !region.isTransposed, beyond == (0, 0) {
      return RegionView(picture: picture, slope: slope, across: across, along: along, margin: margin)
    }
    let copy =
      region.isTransposed
      ? transposed(picture, firstY...lastY, firstX...lastX, beyond) : copied(picture, firstX...lastX, firstY...lastY, beyond)
    let shift = Double(firstX - beyond.before) + slope * Double(firstY)
    let rise = shift * lean - Double(firstY)
    return RegionView(
      picture: copy, slope: slope, across: across.lowerBound - shift...across.upperBound - shift,
      along: along.lowerBound + rise...along.upperBound + rise, margin: margin, origin: SIMD2(shift, -rise),
      isTransposed: region.isTransposed)
  }

  // MARK: - Beyond the picture

  /// Pixels of white at most that are added beyond the border: enough for the first bar's edge. More would look like a part of the picture.
  private static let mostBeyond = 8
  /// Pixels at a thin picture's ends that are added beyond them: it may begin and end with the first and the last bar.
  private static let lengthening = 24
  /// Pixels from the border inwards whose brightest is taken for white: the widest bar of a large code is narrower.
  private static let nearBorder = 64

  /// A thin picture's view: as it is, with white beyond its ends.
  private func lengthened(_ picture: Luma, _ region: BarRegion, _ margin: Double) -> RegionView {
    let (length, thickness) = (max(picture.width, picture.height), min(picture.width, picture.height))
    let beyond = (before: Self.lengthening, after: Self.lengthening)
    let copy =
      region.isTransposed
      ? transposed(picture, 0...thickness - 1, 0...length - 1, beyond) : copied(picture, 0...length - 1, 0...thickness - 1, beyond)
    let added = Double(Self.lengthening)
    return RegionView(
      picture: copy, slope: 0, across: added...added + Double(length - 1), along: 0...Double(thickness - 1), margin: margin,
      origin: SIMD2(-added, 0), isTransposed: region.isTransposed)
  }

  /// Writes white beyond the border, beside each row. `rows` point at the first of `count` pixels each, which are `stride` apart.
  private func fill(_ rows: UnsafeMutablePointer<UInt8>, stride: Int, count: Int, height: Int, beyond: (before: Int, after: Int)) {
    let near = min(Self.nearBorder, count)
    guard near > 1 else { return }
    for y in 0..<height {
      let row = rows + y * stride
      if beyond.before > 0 {
        let (white, isWhite) = Self.white(row, near, second: row[1])
        (row - beyond.before).update(repeating: white, count: beyond.before + (isWhite ? 1 : 0))
      }
      if beyond.after > 0 {
        let (white, isWhite) = Self.white(row + count - near, near, second: row[count - 2])
        (row + count - (isWhite ? 1 : 0)).update(repeating: white, count: beyond.after + (isWhite ? 1 : 0))
      }
    }
  }

  /// The brightness of the paper at a border, from the pixels near it, and whether the border lies in white. The last but one pixel tells: the last
  /// one is often a mixture, after scaling, or a frame that is thinner than any bar.
  private static func white(_ pixels: UnsafePointer<UInt8>, _ count: Int, second: UInt8) -> (brightness: UInt8, isAtBorder: Bool) {
    var (darkest, brightest) = (UInt8.max, UInt8.min)
    for i in 0..<count { (darkest, brightest) = (min(darkest, pixels[i]), max(brightest, pixels[i])) }
    let isAtBorder = 2 * Int(second) > Int(darkest) + Int(brightest)
    return (isAtBorder ? second : brightest, isAtBorder)
  }

  // MARK: - Copies

  /// A part of the picture as it is.
  private func copied(_ picture: Luma, _ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, _ beyond: (before: Int, after: Int)) -> Luma {
    let stride = columns.count + beyond.before + beyond.after
    let new = pixels.room(for: stride * rows.count)
    let first = new + beyond.before
    for y in 0..<rows.count {
      (first + y * stride).update(from: picture.row(rows.lowerBound + y) + columns.lowerBound, count: columns.count)
    }
    fill(first, stride: stride, count: columns.count, height: rows.count, beyond: beyond)
    return Luma(pixels: new, width: stride, height: rows.count)
  }

  /// A part of the picture with rows and columns exchanged.
  private func transposed(_ picture: Luma, _ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, _ beyond: (before: Int, after: Int))
    -> Luma
  {
    let (width, height) = (rows.count, columns.count)
    let stride = width + beyond.before + beyond.after
    let new = pixels.room(for: stride * height)
    let first = new + beyond.before
    // In squares of 8 x 8 pixels, each row of which is one number; what remains at two sides pixel by pixel.
    let (squareWidth, squareHeight) = (width & ~7, height & ~7)
    for y in Swift.stride(from: 0, to: squareWidth, by: 8) {
      let old = picture.row(rows.lowerBound + y) + columns.lowerBound
      for x in Swift.stride(from: 0, to: squareHeight, by: 8) {
        Self.transposeSquare(old + x, picture.width, into: first + x * stride + y, stride)
      }
    }
    for y in 0..<width {
      let old = picture.row(rows.lowerBound + y) + columns.lowerBound
      for x in (y < squareWidth ? squareHeight : 0)..<height { first[x * stride + y] = old[x] }
    }
    fill(first, stride: stride, count: width, height: height, beyond: beyond)
    return Luma(pixels: new, width: stride, height: height)
  }

  /// Transposes 8 x 8 bytes by exchanging halves, quarters and eighths of rows (Warren, Hacker's Delight, 7-3).
  @inline(__always)
  private static func transposeSquare(_ old: UnsafePointer<UInt8>, _ oldWidth: Int, into new: UnsafeMutablePointer<UInt8>, _ newWidth: Int)
  {
    func row(_ y: Int) -> UInt64 { UInt64(littleEndian: UnsafeRawPointer(old + y * oldWidth).loadUnaligned(as: UInt64.self)) }
    func store(_ value: UInt64, _ y: Int) {
      UnsafeMutableRawPointer(new + y * newWidth).storeBytes(of: value.littleEndian, as: UInt64.self)
    }
    func exchange(_ a: inout UInt64, _ b: inout UInt64, _ bits: UInt64, _ mask: UInt64) {
      let difference = (a &>> bits ^ b) & mask
      a ^= difference &<< bits
      b ^= difference
    }
    var (a, b, c, d, e, f, g, h) = (row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
    exchange(&a, &e, 32, 0x0000_0000_FFFF_FFFF)
    exchange(&b, &f, 32, 0x0000_0000_FFFF_FFFF)
    exchange(&c, &g, 32, 0x0000_0000_FFFF_FFFF)
    exchange(&d, &h, 32, 0x0000_0000_FFFF_FFFF)
    exchange(&a, &c, 16, 0x0000_FFFF_0000_FFFF)
    exchange(&b, &d, 16, 0x0000_FFFF_0000_FFFF)
    exchange(&e, &g, 16, 0x0000_FFFF_0000_FFFF)
    exchange(&f, &h, 16, 0x0000_FFFF_0000_FFFF)
    exchange(&a, &b, 8, 0x00FF_00FF_00FF_00FF)
    exchange(&c, &d, 8, 0x00FF_00FF_00FF_00FF)
    exchange(&e, &f, 8, 0x00FF_00FF_00FF_00FF)
    exchange(&g, &h, 8, 0x00FF_00FF_00FF_00FF)
    store(a, 0)
    store(b, 1)
    store(c, 2)
    store(d, 3)
    store(e, 4)
    store(f, 5)
    store(g, 6)
    store(h, 7)
  }
}

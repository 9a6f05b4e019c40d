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

/// Makes views of regions. Owns the transposed part; belongs to one thread.
final class RegionViewer {
  private var pixels = Scratch<UInt8>()

  /// The region as seen with its bars standing; with so many pixels beyond its ends; valid until the next call.
  /// `nil` when nothing of it lies in the picture.
  func view(of region: BarRegion, in picture: Luma, margin: Double) -> RegionView? {
    let slope = Double(region.slope)
    let across = Double(region.across.lowerBound)...Double(region.across.upperBound)
    let along = Double(region.along.lowerBound)...Double(region.along.upperBound)
    let whole = RegionView(picture: picture, slope: slope, across: across, along: along, margin: margin)
    if picture.isThin { return lengthened(picture, region, margin) }
    guard region.isTransposed else { return whole }
    // The box around the region with its margins. The region's own x is the picture's y.
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
    let (firstRow, lastRow) = (max(0, Int(left) - 3), min(picture.height - 1, Int(right) + 4))
    let (firstColumn, lastColumn) = (max(0, Int(top) - 3), min(picture.width - 1, Int(bottom) + 4))
    guard lastColumn > firstColumn, lastRow - firstRow >= 20 else { return nil }
    let (rows, columns) = (firstRow...lastRow, firstColumn...lastColumn)
    let (x0, y0) = (Double(columns.lowerBound), Double(rows.lowerBound))
    let shift = y0 + slope * x0
    let rise = shift * lean - x0
    return RegionView(
      picture: transposed(picture, columns, rows), slope: slope, across: across.lowerBound - shift...across.upperBound - shift,
      along: along.lowerBound + rise...along.upperBound + rise, margin: margin, origin: SIMD2(shift, -rise), isTransposed: true)
  }

  /// Pixels that a thin picture is lengthened by at each end: it may begin and end with the first and the last bar.
  private static let lengthening = 24

  /// A thin picture's view: as it is, its first and last pixels repeated beyond its ends.
  private func lengthened(_ picture: Luma, _ region: BarRegion, _ margin: Double) -> RegionView {
    let (length, thickness) = (max(picture.width, picture.height), min(picture.width, picture.height))
    let width = length + 2 * Self.lengthening
    let new = pixels.room(for: width * thickness)
    for line in 0..<thickness {
      for x in 0..<width {
        let old = min(max(x - Self.lengthening, 0), length - 1)
        new[line * width + x] = region.isTransposed ? picture.row(old)[line] : picture.row(line)[old]
      }
    }
    let added = Double(Self.lengthening)
    return RegionView(
      picture: Luma(pixels: new, width: width, height: thickness), slope: 0, across: added...added + Double(length - 1),
      along: 0...Double(thickness - 1), margin: margin, origin: SIMD2(-added, 0), isTransposed: region.isTransposed)
  }

  /// A part of the picture with rows and columns exchanged.
  private func transposed(_ picture: Luma, _ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) -> Luma {
    let (width, height) = (rows.count, columns.count)
    let new = pixels.room(for: width * height)
    // In squares of 8 x 8 pixels, each row of which is one number; what remains at two sides pixel by pixel.
    let (squareWidth, squareHeight) = (width & ~7, height & ~7)
    for y in stride(from: 0, to: squareWidth, by: 8) {
      let old = picture.row(rows.lowerBound + y) + columns.lowerBound
      for x in stride(from: 0, to: squareHeight, by: 8) {
        Self.transposeSquare(old + x, picture.width, into: new + x * width + y, width)
      }
    }
    for y in 0..<width {
      let old = picture.row(rows.lowerBound + y) + columns.lowerBound
      for x in (y < squareWidth ? squareHeight : 0)..<height { new[x * width + y] = old[x] }
    }
    return Luma(pixels: new, width: width, height: height)
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

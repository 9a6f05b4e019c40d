/// The direction and strength of brightness changes in each block of 8 x 8 pixels: the structure tensor (Förstner and Gülch 1987; Bigün and
/// Granlund 1987).
///
/// gx and gy are a pixel's differences over two pixels, averaged over three lines side by side with weights 3, 10, 3 (Scharr 2000). A plain difference
/// measures a wave of ω radians a pixel too small by sin ω / ω, more across the bars than along them, and makes 15 degrees of lean 18 at 3 pixels a
/// module; the mean takes as much from the other one, to 2 %.
///
/// The tensor is the sum over the block of (gx², gx gy; gx gy, gy²), here averaged over the 3 x 3 blocks around. Its trace is the energy; its
/// eigenvalues differ by sqrt((Jxx - Jyy)² + 4 Jxy²), which over the trace is the coherence: 1 where everything changes in one direction, as across
/// bars, 0 where nothing prevails, as in text. The vector (Jxx - Jyy, 2 Jxy) points at twice the direction's angle, so that a step up and a step
/// down agree. Belongs to one thread.
final class BlockGrid {
  /// Pixels along a block's side.
  static let blockSide = 8
  /// Energy, in squared grey levels per pixel (of differences over two pixels), from which on a block may be bars: contrast of about 7
  /// grey levels. Anything from 20 to 80 reads the same within two pictures.
  static let leastEnergy: Float = 40
  /// Coherence from which on a block may be bars. Anything from .5 to .6 reads the same within three pictures.
  static let leastCoherence: Float = 0.55

  /// Blocks from left to right.
  private(set) var width = 0
  /// Blocks from top to bottom.
  private(set) var height = 0
  private var xx = Scratch<Float>()
  private var yy = Scratch<Float>()
  private var xy = Scratch<Float>()
  private var rowSums = Scratch<Float>()

  /// Energy of each block that looks like bars, row by row; 0 where it doesn't.
  private(set) var energies: UnsafePointer<Float>
  /// The cosine of twice the direction across the bars, for each block.
  private(set) var cosines: UnsafePointer<Float>
  /// The sine of twice the direction across the bars, for each block.
  private(set) var sines: UnsafePointer<Float>

  init() { (energies, cosines, sines) = (UnsafePointer(xx.room(for: 0)), UnsafePointer(yy.room(for: 0)), UnsafePointer(xy.room(for: 0))) }

  /// Measures all blocks that have a pixel of border around them. A picture under 10 pixels wide or high has none.
  func measure(_ picture: Luma) {
    (width, height) = (max(0, picture.width - 2) / Self.blockSide, max(0, picture.height - 2) / Self.blockSide)
    let count = width * height
    guard count > 0 else { return }
    let (xx, yy, xy) = (xx.room(for: count), yy.room(for: count), xy.room(for: count))
    for y in 0..<height {
      let first = picture.row(y * Self.blockSide + 1) + 1
      for x in 0..<width {
        let i = y * width + x
        (xx[i], yy[i], xy[i]) = Self.tensor(first + x * Self.blockSide, rowLength: picture.width)
      }
    }
    smooth(xx)
    smooth(yy)
    smooth(xy)
    for i in 0..<count {
      let energy = xx[i] + yy[i]
      let difference = xx[i] - yy[i]
      let mixed = 2 * xy[i]
      let length = (difference * difference + mixed * mixed).squareRoot()
      let scale = 1 / (length + 1e-6)
      xx[i] = energy > Self.leastEnergy && length > Self.leastCoherence * energy ? energy : 0
      yy[i] = difference * scale
      xy[i] = mixed * scale
    }
    (energies, cosines, sines) = (UnsafePointer(xx), UnsafePointer(yy), UnsafePointer(xy))
  }

  /// The mean tensor of the 64 pixels from `pixel` on.
  @inline(__always)
  private static func tensor(_ pixel: UnsafePointer<UInt8>, rowLength: Int) -> (xx: Float, yy: Float, xy: Float) {
    var xx = SIMD4<Int32>()
    var yy = SIMD4<Int32>()
    var xy = SIMD4<Int32>()
    var row = UnsafeRawPointer(pixel) - rowLength
    var above = Line(row)
    row += rowLength
    var here = Line(row)
    for _ in 0..<blockSide {
      row += rowLength
      let below = Line(row)
      let gx = (above.difference &+ below.difference) &* 3 &+ here.difference &* 10
      let gy = below.mean &- above.mean
      xx &+= pairSums(gx, gx)
      yy &+= pairSums(gy, gy)
      xy &+= pairSums(gx, gy)
      (above, here) = (here, below)
    }
    let scale: Float = 1 / (64 * 16 * 16)
    return (Float(xx.wrappedSum()) * scale, Float(yy.wrappedSum()) * scale, Float(xy.wrappedSum()) * scale)
  }

  /// Eight pixels of a row: their differences from left to right, and their means, times 16, with the neighbours on both sides.
  private struct Line {
    let difference: SIMD8<Int16>
    let mean: SIMD8<Int16>

    @inline(__always)
    init(_ pixels: UnsafeRawPointer) {
      let (left, right) = (eight(pixels - 1), eight(pixels + 1))
      difference = right &- left
      mean = (left &+ right) &* 3 &+ eight(pixels) &* 10
    }
  }

  @inline(__always)
  private static func eight(_ pixels: UnsafeRawPointer) -> SIMD8<Int16> {
    SIMD8(truncatingIfNeeded: pixels.loadUnaligned(as: SIMD8<UInt8>.self))
  }

  /// The products of eight lanes, added in pairs: one instruction (pmaddwd) where there is one.
  @inline(__always)
  private static func pairSums(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD4<Int32> {
    let products = SIMD8<Int32>(truncatingIfNeeded: a) &* SIMD8<Int32>(truncatingIfNeeded: b)
    return products.evenHalf &+ products.oddHalf
  }

  /// Each value becomes the mean of the 3 x 3 around it; the border counts twice there.
  private func smooth(_ values: UnsafeMutablePointer<Float>) {
    let sums = rowSums.room(for: width * height)
    for y in 0..<height {
      let (row, sum) = (values + y * width, sums + y * width)
      if width == 1 {
        sum[0] = 3 * row[0]
        continue
      }
      sum[0] = 2 * row[0] + row[1]
      for x in 1..<width - 1 { sum[x] = row[x - 1] + row[x] + row[x + 1] }
      sum[width - 1] = row[width - 2] + 2 * row[width - 1]
    }
    for y in 0..<height {
      let (above, here, below) = (sums + max(y - 1, 0) * width, sums + y * width, sums + min(y + 1, height - 1) * width)
      let row = values + y * width
      for x in 0..<width { row[x] = (above[x] + here[x] + below[x]) * (1 / 9) }
    }
  }
}

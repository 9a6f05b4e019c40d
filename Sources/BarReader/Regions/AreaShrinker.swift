/// Makes a picture smaller by a whole factor, each new pixel the mean of a square. Owns the smaller picture; belongs to one thread.
final class AreaShrinker {
  /// A factor above would make sums that don't fit: 64 * 255 fits into 16 bits, 64 * 64 * 255 * (2²⁴ / 64²) into 32.
  static let largestFactor = 64

  private var pixels = Scratch<UInt8>()
  private var columns = Scratch<UInt16>()

  /// The picture at `1 / factor` of its size, the right and lower rest left out; valid until the next call. `nil` when nothing remains.
  func shrunk(_ picture: Luma, by factor: Int) -> Luma? {
    guard factor > 1 else { return picture }
    let factor = min(factor, Self.largestFactor)
    let (width, height) = (picture.width / factor, picture.height / factor)
    guard width > 0, height > 0 else { return nil }
    let new = pixels.room(for: width * height)
    let sums = columns.room(for: picture.width)
    for y in 0..<height {
      Self.add(picture, rows: y * factor, factor, into: sums)
      if factor == 2 {
        Self.averagePairs(sums, into: new + y * width, width)
      } else {
        Self.average(sums, by: factor, into: new + y * width, width)
      }
    }
    return Luma(pixels: new, width: width, height: height)
  }

  /// The sum of `count` rows, column by column.
  private static func add(_ picture: Luma, rows first: Int, _ count: Int, into sums: UnsafeMutablePointer<UInt16>) {
    var (a, b) = (picture.row(first), picture.row(first + 1))
    for x in 0..<picture.width { sums[x] = UInt16(truncatingIfNeeded: a[x]) &+ UInt16(truncatingIfNeeded: b[x]) }
    var y = 2
    while y + 1 < count {
      (a, b) = (picture.row(first + y), picture.row(first + y + 1))
      for x in 0..<picture.width { sums[x] &+= UInt16(truncatingIfNeeded: a[x]) &+ UInt16(truncatingIfNeeded: b[x]) }
      y += 2
    }
    if y < count {
      a = picture.row(first + y)
      for x in 0..<picture.width { sums[x] &+= UInt16(truncatingIfNeeded: a[x]) }
    }
  }

  private static func averagePairs(_ sums: UnsafePointer<UInt16>, into new: UnsafeMutablePointer<UInt8>, _ width: Int) {
    for x in 0..<width { new[x] = UInt8(truncatingIfNeeded: (sums[2 * x] &+ sums[2 * x + 1] &+ 2) >> 2) }
  }

  private static func average(_ sums: UnsafePointer<UInt16>, by factor: Int, into new: UnsafeMutablePointer<UInt8>, _ width: Int) {
    let share = UInt32((1 << 24) / (factor * factor))
    var column = sums
    for x in 0..<width {
      var total: UInt32 = 0
      for i in 0..<factor { total &+= UInt32(truncatingIfNeeded: column[i]) }
      column += factor
      new[x] = UInt8(truncatingIfNeeded: (total &* share) >> 24)
    }
  }
}

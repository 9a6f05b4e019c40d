/// Unpacks the run lengths of bitmaps (RLE8 and RLE4): pairs of a count and an index; a count of 0 begins an escape.
struct BMPRuns {
  private var walk: ByteWalk
  private let isHalfBytes: Bool

  /// Runs that begin there. The bytes must outlive it.
  ///
  /// - Parameter isHalfBytes: Two indices a byte, which alternate in a run (RLE4).
  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isHalfBytes: Bool) {
    walk = ByteWalk(bytes, from: start)
    self.isHalfBytes = isHalfBytes
  }

  /// Sets the pixels that the runs cover; rows are counted as they are stored. Returns whether the runs end as they should.
  mutating func unpack(width: Int, height: Int, set: (_ x: Int, _ y: Int, _ index: UInt8) -> Void) -> Bool {
    var x = 0
    var y = 0
    func draw(_ index: UInt8) {
      if x < width, y < height { set(x, y, index) }
      x += 1
    }
    while y < height {
      guard let count = walk.byte(), let second = walk.byte() else { return false }
      if count > 0 {
        // Pixels of a run beyond the row are skipped at once: a file of runs alone could have a hundred million pixels per megabyte.
        let shown = min(Int(count), max(width - x, 0))
        for i in 0..<shown { draw(isHalfBytes ? (i % 2 == 0 ? second >> 4 : second & 15) : second) }
        x += Int(count) - shown
        continue
      }
      switch second {
      case 0:  // the row ends
        x = 0
        y += 1
      case 1: return true
      case 2:  // a step to the right and up
        guard let right = walk.byte(), let up = walk.byte() else { return false }
        x += Int(right)
        y += Int(up)
      default:  // that many indices as they are, filled up to an even number of bytes
        let length = isHalfBytes ? (Int(second) + 1) / 2 : Int(second)
        for i in 0..<length {
          guard let byte = walk.byte() else { return false }
          if isHalfBytes {
            draw(byte >> 4)
            if 2 * i + 1 < Int(second) { draw(byte & 15) }
          } else {
            draw(byte)
          }
        }
        if length % 2 == 1 { walk.skip(1) }
      }
    }
    return true
  }
}

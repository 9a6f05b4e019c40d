extension GrayImage {
  /// The picture prepared for reading upright bars row by row: the mean of 3 rows at every second one, so that noise
  /// is averaged along the bars, then sharpened and stretched to three times the width, so that each bar has pixels enough.
  ///
  /// 3 times as wide, half as high. For lying bars take `transposed()` first.
  func averagedAlongUprightBars() -> GrayImage {
    let lines = max(1, height / 2)
    return withPixels { old in
      GrayImage(width: width * 3, height: lines) { new in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * (width + 4)) { scratch in
          guard let base = scratch.baseAddress else { return }
          // Two pixels of margin on each side, so that the filters need no special case there.
          let sums = base + 2
          let sharp = base + width + 6
          for line in 0..<lines {
            let middle = 2 * line + 1
            let rows = max(0, middle - 1)...min(height - 1, middle + 1)
            (sums - 2).update(repeating: 0, count: width + 4)
            for y in rows {
              let row = old + y * width
              for x in 0..<width { sums[x] &+= Int32(truncatingIfNeeded: row[x]) }
            }
            Self.copyEnds(of: sums, width)
            // a + amount * (a - mean of both neighbours), still times the number of rows.
            for x in 0..<width { sharp[x] = 3 &* sums[x] &- sums[x - 1] &- sums[x + 1] }
            Self.copyEnds(of: sharp, width)
            Self.stretch(sharp, width, dividedBy: Float(rows.count), into: new + line * width * 3)
          }
        }
      }
    }
  }

  private static func copyEnds(of line: UnsafeMutablePointer<Int32>, _ width: Int) {
    (line[-2], line[-1]) = (line[0], line[0])
    (line[width], line[width + 1]) = (line[width - 1], line[width - 1])
  }

  /// Three pixels from one by cubic interpolation (Catmull-Rom; a third of the way the weights are -2, 21, 9, -1 of 27).
  private static func stretch(
    _ line: UnsafePointer<Int32>, _ width: Int, dividedBy count: Float, into new: UnsafeMutablePointer<UInt8>
  ) {
    let scale = 1 / (27 * count)
    for x in 0..<width {
      let (before, left, near, right, after) = (line[x - 2], line[x - 1], line[x], line[x + 1], line[x + 2])
      new[3 * x] = byte(21 &* near &+ 9 &* left &- before &- 2 &* right, scale)
      new[3 * x + 1] = byte(27 &* near, scale)
      new[3 * x + 2] = byte(21 &* near &+ 9 &* right &- after &- 2 &* left, scale)
    }
  }

  @inline(__always)
  private static func byte(_ value: Int32, _ scale: Float) -> UInt8 {
    UInt8(truncatingIfNeeded: min(max(Int32(Float(value) * scale + 0.5), 0), 255))
  }

  /// Rows and columns exchanged.
  func transposed() -> GrayImage {
    withPixels { old in
      GrayImage(width: height, height: width) { new in
        // In squares that fit into the first cache: column-wise access to a whole picture would miss it at each pixel.
        let side = 32
        for top in stride(from: 0, to: height, by: side) {
          for left in stride(from: 0, to: width, by: side) {
            for y in top..<min(top + side, height) {
              for x in left..<min(left + side, width) { new[x * height + y] = old[y * width + x] }
            }
          }
        }
      }
    }
  }
}

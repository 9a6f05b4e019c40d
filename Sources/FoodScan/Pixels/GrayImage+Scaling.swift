extension Picture {
  /// The stored picture in grey, its long side at most `longSide` pixels.
  func shrunkLuma(longSide: Int) throws(ScanError) -> GrayImage { try luma(longSide: longSide).shrunk(toLongSide: longSide) }
}

extension GrayImage {
  /// The picture with its long side at most `target` pixels, each new pixel the mean of the area that it covers. Itself if it is small.
  func shrunk(toLongSide target: Int) -> GrayImage {
    guard longSide > target else { return self }
    let newWidth = max(1, (width * target + longSide / 2) / longSide)
    let newHeight = max(1, (height * target + longSide / 2) / longSide)
    return withPixels { old in
      GrayImage(width: newWidth, height: newHeight) { new in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { sums in
          guard let sums = sums.baseAddress else { return }
          for y in 0..<newHeight {
            addRows(of: old, from: y, of: newHeight, into: sums)
            Self.addColumns(of: sums, width, into: new + y * newWidth, newWidth)
          }
        }
      }
    }
  }

  /// 65536 times the mean of the rows that new row `y` covers, for each column.
  private func addRows(of old: UnsafePointer<UInt8>, from y: Int, of newHeight: Int, into sums: UnsafeMutablePointer<UInt32>) {
    // In 256ths of an old row. A picture is never magnified here, so that a new row covers at least one.
    let begin = y * height * 256 / newHeight
    let end = (y + 1) * height * 256 / newHeight
    let share = (1 << 32) / (end - begin)
    let last = (end - 1) >> 8
    var left = 65536
    sums.update(repeating: 0, count: width)
    for row in (begin >> 8)...last {
      let covered = min(end, (row + 1) << 8) - max(begin, row << 8)
      // The last row takes what rounding left, so that the weights are 65536 together.
      let weight = row == last ? left : (covered * share) >> 16
      left -= weight
      let factor = UInt32(truncatingIfNeeded: weight)
      let pixels = old + row * width
      for x in 0..<width { sums[x] &+= UInt32(truncatingIfNeeded: pixels[x]) &* factor }
    }
  }

  /// The mean of the columns that each new pixel covers. `sums` are 65536 times the luma.
  private static func addColumns(
    of sums: UnsafePointer<UInt32>, _ width: Int, into new: UnsafeMutablePointer<UInt8>, _ newWidth: Int
  ) {
    // Columns in 256ths again, but stepped through in 65536ths. A new pixel's width is one of two values; their
    // reciprocals are ready, because a division per pixel would cost more than all the rest.
    let step = (width << 16) / newWidth
    let narrow = step >> 8
    let narrowScale = 1 / (Float(65536) * Float(narrow))
    let wideScale = 1 / (Float(65536) * Float(narrow + 1))
    var position = 0
    var begin = 0
    for x in 0..<newWidth {
      position += step
      let end = position >> 8
      let first = begin >> 8
      let last = (end - 1) >> 8
      var total: Int
      if first == last {
        total = (end - begin) &* Int(sums[first])
      } else {
        var middle = 0
        var column = first + 1
        while column < last {
          middle &+= Int(sums[column])
          column += 1
        }
        total = (((first + 1) << 8) &- begin) &* Int(sums[first]) &+ middle << 8 &+ (end &- last << 8) &* Int(sums[last])
      }
      let mean = Float(total) * (end - begin == narrow ? narrowScale : wideScale)
      new[x] = UInt8(truncatingIfNeeded: min(255, Int32(mean + 0.5)))
      begin = end
    }
  }

  /// The picture at twice the size by cubic interpolation (Catmull-Rom; at a quarter of the way the weights are
  /// -9, 111, 29, -3 of 128). Blurred or tiny bars get edges that a scanner can find.
  func doubled() -> GrayImage {
    let wide = withPixels { old in
      GrayImage(width: width * 2, height: height) { new in
        for y in 0..<height {
          Self.double(old + y * width, count: width, into: new + y * width * 2)
        }
      }
    }
    return wide.withPixels { old in
      GrayImage(width: wide.width, height: height * 2) { new in
        for y in 0..<height {
          // Row by row rather than column by column: memory is read in order.
          let rows = (-2...2).map { old + min(max(y + $0, 0), height - 1) * wide.width }
          let (a, b, c, d, e) = (rows[0], rows[1], rows[2], rows[3], rows[4])
          let upper = new + 2 * y * wide.width
          let lower = upper + wide.width
          for x in 0..<wide.width {
            upper[x] = Self.quarterWay(Int32(c[x]), Int32(b[x]), Int32(a[x]), Int32(d[x]))
            lower[x] = Self.quarterWay(Int32(c[x]), Int32(d[x]), Int32(e[x]), Int32(b[x]))
          }
        }
      }
    }
  }

  private static func double(
    _ old: UnsafePointer<UInt8>, count: Int, into new: UnsafeMutablePointer<UInt8>
  ) {
    for x in 0..<count {
      let near = Int32(old[x])
      let left = Int32(old[max(x - 1, 0)])
      let right = Int32(old[min(x + 1, count - 1)])
      new[2 * x] = quarterWay(near, left, Int32(old[max(x - 2, 0)]), right)
      new[2 * x + 1] = quarterWay(near, right, Int32(old[min(x + 2, count - 1)]), left)
    }
  }

  /// The value a quarter of the way from `near` to `next`; `beyond` comes after `next`, `before` before `near`.
  @inline(__always)
  private static func quarterWay(_ near: Int32, _ next: Int32, _ beyond: Int32, _ before: Int32) -> UInt8 {
    let sum = (111 &* near &+ 29 &* next &- 3 &* beyond &- 9 &* before &+ 64) >> 7
    return UInt8(truncatingIfNeeded: min(max(sum, 0), 255))
  }
}

extension GrayImage {
  /// The picture with its edges steepened: each pixel plus `amount` times its difference from the mean around it (unsharp masking),
  /// the mean taken over a square of `2 * radius + 1` pixels. At the border the mean is over the part inside.
  func sharpened(radius: Int = 1, amount: Int = 3) -> GrayImage {
    withPixels { old in
      GrayImage(width: width, height: height) { new in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: width) { columns in
          guard let sums = columns.baseAddress else { return }
          sums.update(repeating: 0, count: width)
          // The sums over the rows around the current one: one row comes, one goes.
          for y in 0..<min(radius, height) { Self.add(old + y * width, 1, to: sums, width) }
          for y in 0..<height {
            if y + radius < height { Self.add(old + (y + radius) * width, 1, to: sums, width) }
            if y - radius - 1 >= 0 { Self.add(old + (y - radius - 1) * width, -1, to: sums, width) }
            let rows = min(height - 1, y + radius) - max(0, y - radius) + 1
            sharpen(old + y * width, around: sums, rows, radius, amount, into: new + y * width)
          }
        }
      }
    }
  }

  private static func add(_ row: UnsafePointer<UInt8>, _ sign: Int32, to sums: UnsafeMutablePointer<Int32>, _ width: Int) {
    for x in 0..<width { sums[x] &+= sign &* Int32(truncatingIfNeeded: row[x]) }
  }

  private func sharpen(
    _ old: UnsafePointer<UInt8>, around sums: UnsafePointer<Int32>, _ rows: Int, _ radius: Int, _ amount: Int,
    into new: UnsafeMutablePointer<UInt8>
  ) {
    let full = Float(amount) / Float(rows * (2 * radius + 1))
    var total: Int32 = 0
    for x in 0..<min(radius, width) { total &+= sums[x] }
    for x in 0..<width {
      if x + radius < width { total &+= sums[x + radius] }
      if x - radius - 1 >= 0 { total &-= sums[x - radius - 1] }
      let columns = min(width - 1, x + radius) - max(0, x - radius) + 1
      let weight = columns == 2 * radius + 1 ? full : Float(amount) / Float(rows * columns)
      let value = Float(old[x]) * Float(amount + 1) - Float(total) * weight
      new[x] = UInt8(truncatingIfNeeded: min(max(Int32(value + 0.5), 0), 255))
    }
  }
}

/// Reads a JPEG at an eighth to a half of its size, by its lowest coefficients alone: all others are stepped over, two or three at a time, and the two
/// halves of a large one are read at once.
///
/// A code can be read in a twentieth of a large photo's pixels, and decoding them takes most of the time. libjpeg-turbo decodes every coefficient,
/// whatever size is asked for: 51 ms at a quarter of a photo of 12 megapixels and 2.6 MB, where this takes 18, and 11 on two cores. What cameras
/// write is read so (`BaselineJPEG`), and without a fault in it; all else is libjpeg-turbo's.
package struct JPEGSkim {
  private let jpeg: BaselineJPEG
  private let bytes: UnsafeBufferPointer<UInt8>
  private let codes: ScanCodes

  /// The settings for reading the two halves of a picture at once.
  package struct Halves {
    /// From how many bytes of data on they are; the picture is the same.
    package let leastBytes: Int
    /// Starts the work on another thread; `false` = there is none to be had, and nothing was done.
    package typealias ThreadStarter = (_ work: @escaping @Sendable () -> Void) -> Bool

    /// Starts the second half's work.
    package let onThread: ThreadStarter

    /// Half a megabyte: of fewer data the thread would cost as much as it brings.
    package static let leastBytes = 1 << 19

    /// With everything given but the least bytes, which are measured.
    package init(leastBytes: Int = Halves.leastBytes, onThread: @escaping ThreadStarter) {
      (self.leastBytes, self.onThread) = (leastBytes, onThread)
    }
  }

  /// The bytes must outlive it.
  package init(_ jpeg: BaselineJPEG, _ bytes: UnsafeBufferPointer<UInt8>) {
    (self.jpeg, self.bytes) = (jpeg, bytes)
    codes = ScanCodes(jpeg.components)
  }

  /// Returns the picture's size in pixels when `side` pixels (1–4) stand for each 8 of the full picture, rounded up.
  package func size(side: Int) -> (width: Int, height: Int) { ((jpeg.width * side + 7) / 8, (jpeg.height * side + 7) / 8) }

  /// Reads the picture in grey, `side` pixels (1–4) for each 8 of the full one's.
  ///
  /// - Parameters:
  ///   - halves: How the two halves are read at once.
  ///   - pixels: Gets `size(side:)` pixels, row by row.
  /// - Returns: Whether nothing is wrong with the data; else the pixels mean nothing.
  package func read(side: Int, halves: Halves, into pixels: UnsafeMutablePointer<UInt8>) -> Bool {
    let (width, height) = size(side: side)
    let luma = jpeg.components[0]
    let unitsAcross = (jpeg.width + 8 * luma.across - 1) / (8 * luma.across)
    let unitsDown = (jpeg.height + 8 * luma.down - 1) / (8 * luma.down)
    let block = SmallBlock(side: side, steps: jpeg.lumaSteps)
    // The blocks at the right and the lower edge reach beyond the picture, so that rows are drawn elsewhere first.
    let stride = unitsAcross * luma.across * side + 3
    let unitRoom = luma.across * luma.down * block.room
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stride * side) { strip in
      withUnsafeTemporaryAllocation(of: Int16.self, capacity: unitsAcross * unitRoom + SmallBlock.slack) { units in
        guard let strip = strip.baseAddress, let units = units.baseAddress else { return false }
        units.initialize(repeating: 0, count: unitsAcross * unitRoom + SmallBlock.slack)
        return withUnits(unitsDown, of: unitsAcross, block, halves) { source in
          for unitRow in 0..<unitsDown {
            guard source.take(unitsAcross, into: units) else { return false }
            for row in 0..<luma.down {
              let top = (unitRow * luma.down + row) * side
              guard top < height else { break }
              let blocks = units + row * luma.across * block.room
              block.draw(groups: unitsAcross, of: luma.across, step: unitRoom, blocks, into: strip, stride: stride)
              for y in 0..<min(side, height - top) { (pixels + (top + y) * width).update(from: strip + y * stride, count: width) }
            }
          }
          return source.isAtEnd()
        }
      }
    }
  }

  /// Lends the scan's units, `rows` rows of them.
  private func withUnits(_ rows: Int, of row: Int, _ block: SmallBlock, _ halves: Halves, _ body: (inout ScanUnits) -> Bool) -> Bool {
    codes.withLookup { codes in
      block.places.withUnsafeBufferPointer { places in
        guard let places = places.baseAddress else { return false }
        func reader(from start: Int) -> BlockReader { BlockReader(jpeg, codes, block, places: places, JPEGBits(bytes, from: start)) }
        let length = bytes.count - jpeg.dataStart
        let half = jpeg.dataStart + length / 2
        // Not between a byte 0xFF and its 0.
        let middle = bytes[half - 1] == 0xFF ? half + 1 : half
        let isHalved = length >= halves.leastBytes && jpeg.restartInterval == 0
        let tail = isHalved ? JPEGTail(reader(from: middle), most: rows * row, row: row, onThread: halves.onThread) : nil
        defer { tail?.finish() }
        let first = reader(from: jpeg.dataStart)
        var units = ScanUnits(first, rows * row, restartInterval: jpeg.restartInterval, tail: tail, from: 8 * middle)
        return body(&units)
      }
    }
  }
}

/// Reads a JPEG at an eighth to a half of its size, by its lowest coefficients alone: all others are stepped over, two or three at a time, and the two
/// halves of a large one are read at once.
///
/// A code can be read in a twentieth of a large photo's pixels, and decoding them takes most of the time. libjpeg-turbo decodes every coefficient,
/// whatever size is asked for: 51 ms at a quarter of a photo of 12 megapixels and 2.6 MB, where this takes 18, and 11 on two cores. What cameras
/// write is read so (`BaselineJPEG`), and without a fault in it; all else is libjpeg-turbo's.
struct JPEGSkim {
  private let jpeg: BaselineJPEG
  private let bytes: UnsafeBufferPointer<UInt8>
  private let codes: ScanCodes

  /// The bytes must outlive it.
  init(_ jpeg: BaselineJPEG, _ bytes: UnsafeBufferPointer<UInt8>) {
    (self.jpeg, self.bytes) = (jpeg, bytes)
    codes = ScanCodes(jpeg.components)
  }

  /// The picture in grey, `side` pixels (1–4) for each 8 of the full one's, rounded up; `nil` when anything is wrong with the data.
  ///
  /// - Parameter leastHalved: From how many bytes on the two halves are read at once; the picture is the same.
  func luma(side: Int, leastHalved: Int = JPEGTail.leastBytes) -> GrayImage? {
    let width = (jpeg.size.width * side + 7) / 8
    let height = (jpeg.size.height * side + 7) / 8
    var isWhole = false
    let image = GrayImage(width: width, height: height) { pixels in
      isWhole = read(side: side, leastHalved, into: pixels, width: width, height: height)
    }
    return isWhole ? image : nil
  }

  private func read(side: Int, _ leastHalved: Int, into pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int) -> Bool {
    let luma = jpeg.components[0]
    let unitsAcross = (jpeg.size.width + 8 * luma.across - 1) / (8 * luma.across)
    let unitsDown = (jpeg.size.height + 8 * luma.down - 1) / (8 * luma.down)
    let block = SmallBlock(side: side, steps: jpeg.lumaSteps)
    // The blocks at the right and the lower edge reach beyond the picture, so that rows are drawn elsewhere first.
    let stride = unitsAcross * luma.across * side + 3
    let unitRoom = luma.across * luma.down * block.room
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stride * side) { strip in
      withUnsafeTemporaryAllocation(of: Int16.self, capacity: unitsAcross * unitRoom + SmallBlock.slack) { units in
        guard let strip = strip.baseAddress, let units = units.baseAddress else { return false }
        units.initialize(repeating: 0, count: unitsAcross * unitRoom + SmallBlock.slack)
        return withUnits(unitsDown, of: unitsAcross, block, leastHalved) { source in
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
  private func withUnits(_ rows: Int, of row: Int, _ block: SmallBlock, _ leastHalved: Int, _ body: (inout ScanUnits) -> Bool) -> Bool {
    codes.withLookup { codes in
      block.places.withUnsafeBufferPointer { places in
        guard let places = places.baseAddress else { return false }
        func reader(from start: Int) -> BlockReader { BlockReader(jpeg, codes, block, places: places, JPEGBits(bytes, from: start)) }
        let length = bytes.count - jpeg.dataStart
        let half = jpeg.dataStart + length / 2
        // Not between a byte 0xFF and its 0.
        let middle = bytes[half - 1] == 0xFF ? half + 1 : half
        let isHalved = length >= leastHalved && jpeg.restartInterval == 0
        let tail = isHalved ? JPEGTail(reader(from: middle), most: rows * row, row: row) : nil
        defer { tail?.finish() }
        let first = reader(from: jpeg.dataStart)
        var units = ScanUnits(first, rows * row, restartInterval: jpeg.restartInterval, tail: tail, from: 8 * middle)
        return body(&units)
      }
    }
  }
}

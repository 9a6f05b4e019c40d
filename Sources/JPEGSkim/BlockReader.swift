/// Reads the blocks of a JPEG's scan (ITU-T T.81, F.2.2): of luma's the lowest coefficients, and of all others no more than where they end.
struct BlockReader {
  /// Numbers of a luma block, and of all of them in a unit of the scan.
  let room: Int
  let unitRoom: Int
  /// The predictor of luma's next DC coefficient.
  private(set) var dc = 0
  private let codes: ScanCodes.Lookup
  private let places: UnsafePointer<UInt8>
  /// The last coefficient that is asked for.
  private let last: Int
  /// Luma's blocks in a unit, and how many of the others follow.
  private let lumaBlocks: Int
  private let others: (first: Int, second: Int)
  private var bits: JPEGBits
  /// Codes that there aren't, and blocks with more than 64 coefficients.
  private var faults = 0

  /// A reader of the picture's scan from a byte on. All that is lent to it must outlive it.
  ///
  /// - Parameter places: Of `block`.
  init(_ jpeg: BaselineJPEG, _ codes: ScanCodes.Lookup, _ block: SmallBlock, places: UnsafePointer<UInt8>, _ bits: JPEGBits) {
    (self.codes, self.places, self.bits) = (codes, places, bits)
    (last, room) = (block.last, block.room)
    lumaBlocks = jpeg.components[0].across * jpeg.components[0].down
    unitRoom = lumaBlocks * room
    let counts = jpeg.components.dropFirst().map { $0.across * $0.down }
    others = counts.count == 2 ? (counts[0], counts[1]) : (0, 0)
  }

  /// Whether all made sense so far.
  var isSound: Bool { faults == 0 && !bits.isOverdrawn }

  /// The position, as in `JPEGBits`.
  var position: Int { bits.position }

  /// Whether nothing but a marker is left.
  mutating func isAtEnd() -> Bool { bits.isAtEnd() }

  /// Bytes that weren't looked at, to the end of the file.
  var bytesLeft: Int { bits.bytesLeft }

  /// Goes on as if units began a bit further on.
  mutating func beginAnew() {
    (dc, faults) = (0, 0)
    bits.refill()
    bits.skip(1)
  }

  /// Steps to behind a marker. Whether all up to it made sense.
  mutating func skip(marker: UInt8) -> Bool {
    dc = 0
    return bits.skip(marker: marker) && isSound
  }

  /// Reads units of the scan, `unitRoom` numbers each: luma's blocks as `SmallBlock` takes them.
  @inline(never)
  mutating func readUnits(_ count: Int, into units: UnsafeMutablePointer<Int16>) {
    // Copies, so that they stay in registers.
    var (bits, dc, faults, block) = (self.bits, self.dc, self.faults, units)
    for _ in 0..<count {
      for _ in 0..<lumaBlocks {
        readLuma(&bits, &dc, &faults, into: block)
        block += room
      }
      for _ in 0..<others.first { skipBlock(plane: 1, &bits, &faults) }
      for _ in 0..<others.second { skipBlock(plane: 2, &bits, &faults) }
    }
    (self.bits, self.dc, self.faults) = (bits, dc, faults)
  }

  @inline(__always)
  private func readLuma(_ bits: inout JPEGBits, _ dc: inout Int, _ faults: inout Int, into block: UnsafeMutablePointer<Int16>) {
    bits.refill()
    let entry = codes.dc(0, bits)
    faults &+= entry == 0 ? 1 : 0
    bits.skip(entry >> 8)
    dc &+= bits.number(entry & 15)
    block[0] = Int16(truncatingIfNeeded: dc)
    for i in 1..<room { block[i] = 0 }
    let values = codes.values(0)
    var k = 1
    while k <= last {
      bits.refill()
      let entry = values[bits.peek(HuffmanCode.lookupBits)]
      if entry != 0 {
        bits.skip(Int(truncatingIfNeeded: entry & 0xFF))
        k &+= Int(truncatingIfNeeded: entry >> 8 & 0xFF)
        if k >= HuffmanCode.end { return }
        block[Int(places[k &- 1])] = Int16(truncatingIfNeeded: Int32(bitPattern: entry) >> 16)
      } else {
        let entry = codes.ac(0, bits)
        let symbol = entry & 0xFF
        bits.skip(entry >> 8)
        if symbol == HuffmanCode.endOfBlock {
          faults &+= entry == 0 ? 1 : 0
          return
        }
        block[Int(places[k &+ symbol >> 4])] = Int16(truncatingIfNeeded: bits.number(symbol & 15))
        k &+= symbol >> 4 &+ 1
      }
    }
    skipCoefficients(from: k, plane: 0, &bits, &faults)
  }

  @inline(__always)
  private func skipBlock(plane: Int, _ bits: inout JPEGBits, _ faults: inout Int) {
    bits.refill()
    let entry = codes.dc(plane, bits)
    faults &+= entry == 0 ? 1 : 0
    bits.skip(entry >> 8 &+ entry & 15)
    skipCoefficients(from: 1, plane: plane, &bits, &faults)
  }

  /// Steps over a block's coefficients from one on, which begin with the next bit.
  @inline(__always)
  private func skipCoefficients(from first: Int, plane: Int, _ bits: inout JPEGBits, _ faults: inout Int) {
    let steps = codes.steps(plane)
    var k = first
    while k < 64 {
      bits.refill()
      var left = 4
      repeat {
        var step = Int(truncatingIfNeeded: steps[bits.peek(HuffmanCode.lookupBits)])
        // Behind the block's last coefficient, the next block's bits would be taken for more.
        if step == 0 || k &+ step >> 16 > 63 {
          bits.refill()
          let entry = codes.ac(plane, bits)
          if entry == 0 {
            faults &+= 1
            return
          }
          step = HuffmanCode.step(over: entry)
          left = 1
        }
        bits.skip(step & 0xFF)
        k &+= step >> 8 & 0xFF
        left &-= 1
      } while k < 64 && left > 0
    }
    faults &+= k > 64 && k < HuffmanCode.end ? 1 : 0
  }
}

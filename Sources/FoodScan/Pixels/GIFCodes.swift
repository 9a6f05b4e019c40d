/// Unpacks GIF's variant of LZW (GIF89a, appendix F): codes that grow from `smallest + 1` to 12 bits, the lowest bit first, in blocks of up to 255 bytes.
///
/// Each code represents a string of indices: another string followed by one index. Each string read, with the first
/// index of the next, becomes a new code.
struct GIFCodes {
  private var walk: ByteWalk
  /// Bytes left in the block.
  private var blockLeft = 0
  private var bits: UInt32 = 0
  private var bitCount = 0

  /// Codes that begin there with the smallest one's size. The bytes must outlive it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int) { walk = ByteWalk(bytes, from: position) }

  /// Writes each index's shade. Returns how many pixels there were: fewer than there is room for when the codes end or make no sense.
  ///
  /// - Parameter shades: 256 of them.
  mutating func unpack(into pixels: UnsafeMutableBufferPointer<UInt8>, shades: UnsafeBufferPointer<UInt8>) -> Int {
    guard let smallest = walk.byte(), (1...11).contains(smallest) else { return 0 }
    let clear = 1 << Int(smallest)
    // A string is written where it occurred: the place in the picture where it was made, and its length. No table of characters is needed.
    return withUnsafeTemporaryAllocation(of: (place: Int, length: Int).self, capacity: 4096) { strings in
      var next = clear + 2
      var size = Int(smallest) + 1
      var last: (place: Int, length: Int)?
      var done = 0
      while done < pixels.count, let code = self.code(bits: size), code != clear + 1 {
        if code == clear {
          next = clear + 2
          size = Int(smallest) + 1
          last = nil
          continue
        }
        let length: Int
        if code < clear {
          length = 1
          pixels[done] = shades[code & 0xFF]
        } else if let last, code < next || code == next && next < 4096 {
          // The newest string: the last one and its own first index, which are written already but for that one.
          let string = code < next ? strings[code] : (place: last.place, length: last.length + 1)
          length = min(string.length, pixels.count - done)
          for i in 0..<length { pixels[done + i] = pixels[string.place + i] }
        } else {
          return done
        }
        if let last, next < 4096 {
          // It continues in the picture with the first index of what was written now.
          strings[next] = (place: last.place, length: last.length + 1)
          next += 1
          if next == 1 << size, size < 12 { size += 1 }
        }
        last = (place: done, length: length)
        done += length
      }
      return done
    }
  }

  /// The next code; `nil` at the end.
  private mutating func code(bits size: Int) -> Int? {
    while bitCount < size {
      if blockLeft == 0 {
        guard let length = walk.byte(), length > 0 else { return nil }
        blockLeft = Int(length)
      }
      guard let byte = walk.byte() else { return nil }
      blockLeft -= 1
      bits |= UInt32(byte) << UInt32(bitCount)
      bitCount += 8
    }
    defer {
      bits >>= UInt32(size)
      bitCount -= size
    }
    return Int(bits) & (1 << size - 1)
  }
}

/// The bits of a JPEG's coded data (ITU-T T.81, F.2.2.5): the highest first, a byte 0xFF with a 0 behind it, and zeros where a marker comes.
///
/// A value that is copied into a loop: what it holds shall stay in registers.
struct JPEGBits {
  /// The next bits, from the highest on. Below the first `count` of them may be some that are read again.
  private var bits: UInt64 = 0
  private var count = 0
  /// The number of bits that are padding.
  private var padding = 0
  private let start: UnsafePointer<UInt8>
  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>

  /// The bits that begin there. The bytes must outlive it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    guard let base = bytes.baseAddress, start <= bytes.count else { preconditionFailure("no bytes") }
    (self.start, next, end) = (base, base + start, base + bytes.count)
  }

  /// Makes sure that there are at least 56.
  @inline(__always)
  mutating func refill() {
    if end - next >= 8 {
      let word = UInt64(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
      // Whether a byte is 0xFF: what is 0 in the complement borrows from its highest bit.
      if (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080 == 0 {
        bits |= word &>> UInt64(truncatingIfNeeded: count)
        next += (63 &- count) &>> 3
        count |= 56
        return
      }
    }
    self = refilledByteByByte()
  }

  @inline(never)
  private func refilledByteByByte() -> JPEGBits {
    var copy = self
    while copy.count < 56 {
      var byte: UInt8 = 0
      if copy.next < end, copy.next[0] != 0xFF {
        byte = copy.next[0]
        copy.next += 1
      } else if end - copy.next >= 2, copy.next[1] == 0 {
        byte = 0xFF
        copy.next += 2
      } else {
        copy.padding += 8
      }
      copy.bits |= UInt64(byte) << UInt64(56 - copy.count)
      copy.count += 8
    }
    return copy
  }

  /// The next `length` bits (1–32), which stay.
  @inline(__always)
  func peek(_ length: Int) -> Int { Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- length)) }

  /// Steps over `length` bits (0–56), which must be there.
  @inline(__always)
  mutating func skip(_ length: Int) {
    bits &<<= UInt64(truncatingIfNeeded: length)
    count &-= length
  }

  /// The next `length` bits (0–16) as JPEG's coefficients are written, stepped over: those that begin with 0 are negative (T.81, F.2.2.1).
  @inline(__always)
  mutating func number(_ length: Int) -> Int {
    // Shifted once before, as no shift is by 64; no bits are 0.
    let number = Int(truncatingIfNeeded: (bits &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- length))
    let isNegative = Int64(bitPattern: ~bits) &>> 63
    skip(length)
    return number &- ((1 &<< length) &- 1) & Int(truncatingIfNeeded: isNegative)
  }

  /// The position of the next bit: eight times the offset of its byte from the first one, plus its number in the byte. Two readers at the
  /// same bit have the same position, however far each has read ahead.
  var position: Int {
    var unread = count - padding
    var byte = next
    while unread > 0 {
      // A 0 behind 0xFF belongs to it.
      byte -= byte[-1] == 0 && byte[-2] == 0xFF ? 2 : 1
      unread -= 8
    }
    return 8 * (byte - start) - unread
  }

  /// Whether nothing but a marker, or the end, is left, or too much was read.
  mutating func isAtEnd() -> Bool {
    refill()
    return padding > 0 && count - padding < 8
  }

  /// Bytes that weren't looked at, to the end of the file.
  var bytesLeft: Int { end - next }

  /// Whether bits were used that are made up: what came of them, and the position, mean nothing.
  var isOverdrawn: Bool { count < padding }

  /// Whether less than a byte is left before a marker.
  var isExact: Bool { (0..<8).contains(count - padding) }

  /// Steps to behind the marker. Whether nothing but it was left.
  mutating func skip(marker: UInt8) -> Bool {
    guard isExact, end - next >= 2, next[0] == 0xFF, next[1] == marker else { return false }
    next += 2
    (bits, count, padding) = (0, 0, 0)
    return true
  }
}

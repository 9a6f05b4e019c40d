/// Walks through foreign bits, the highest of each byte first, never past their end.
struct BitWalk {
  private let bytes: [UInt8]
  private var position = 0

  /// A walk through all bits of the bytes.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next number of that many bits (0–32); `nil` when they aren't all there.
  mutating func number(_ count: Int) -> Int? {
    guard position <= 8 * bytes.count - count else { return nil }
    var number = 0
    for _ in 0..<count {
      let bit = bytes[position / 8] >> (7 - position % 8) & 1
      number = number << 1 | Int(bit)
      position += 1
    }
    return number
  }

  /// The next bit; `nil` at the end.
  mutating func flag() -> Bool? { number(1).map { $0 == 1 } }

  /// The next number in Exponential-Golomb code (ITU-T H.265, 9.2): n zeros, a one, n bits. 010 is 1, 00101 is 4.
  mutating func golomb() -> Int? {
    var zeros = 0
    while let isOne = flag() {
      if isOne { return number(zeros).map { (1 << zeros) - 1 + $0 } }
      zeros += 1
      guard zeros <= 32 else { break }
    }
    return nil
  }

  /// Steps over some bits, there or not.
  mutating func skip(_ count: Int) { position = min(position + count, 8 * bytes.count) }
}

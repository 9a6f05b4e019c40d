/// Walks through foreign bytes, never past their end.
struct ByteWalk {
  /// All of them.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The number of bytes passed; may be past the end.
  private(set) var position: Int

  /// A walk that begins `position` bytes from the start. The bytes must outlive it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// The next byte; `nil` at the end.
  @inline(__always)
  mutating func byte() -> UInt8? {
    guard position >= 0, position < bytes.count else { return nil }
    position += 1
    return bytes[position - 1]
  }

  /// The next number of that many bytes (1–4), the lowest first; `nil` when they aren't all there.
  mutating func number(_ count: Int) -> Int? {
    guard position >= 0, position <= bytes.count - count else { return nil }
    position += count
    return (0..<count).reduce(0) { $0 | Int(bytes[position - count + $1]) << (8 * $1) }
  }

  /// Steps over some bytes, there or not.
  mutating func skip(_ count: Int) { position = position.addingReportingOverflow(count).partialValue }
}

/// Ids of records that a person makes.
public enum RecordID {
  /// A UUIDv7 (RFC 9562, 5.7) in its usual text form, lower case: 48 bits of milliseconds since 1970, then 74 random bits, so that
  /// ids sort by the time they were made.
  public static func make(atMs ms: Int64, using generator: inout some RandomNumberGenerator) -> String {
    let high = UInt64(bitPattern: ms) << 16 | 0x7000 | generator.next() & 0x0FFF
    let low: UInt64 = 0x8000_0000_0000_0000 | generator.next() >> 2
    let digits = Array(withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Hexadecimal.text($0) }.utf8)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
      .map { String(decoding: digits[$0], as: UTF8.self) }
      .joined(separator: "-")
  }

  /// The same, from the system's random numbers.
  public static func make(atMs ms: Int64) -> String {
    var generator = SystemRandomNumberGenerator()
    return make(atMs: ms, using: &generator)
  }
}

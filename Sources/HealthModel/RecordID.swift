/// Ids of records.
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

  /// Most characters of an id, counted as SQLite's `length` does: Unicode scalars.
  public static let longest = 200

  /// Whether a text can be a record's id: 1 to `longest` characters, none of which moves a cursor or turns a line around.
  public static func isUsable(_ text: String) -> Bool {
    // A scalar has at most four bytes, and bytes are quicker to count.
    !text.isEmpty && text.utf8.count <= 4 * longest && text.unicodeScalars.count <= longest && hasOnlyVisible(text)
  }

  /// Whether a text can be a device's id: 1 to 64 lower-case hex digits.
  public static func isDevice(_ text: String) -> Bool { isDevice(text.utf8) }

  /// The same of a text's bytes.
  @inlinable
  public static func isDevice(_ text: some Collection<UInt8>) -> Bool {
    (1...64).contains(text.count) && text.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Whether a text can be a kind's name: 1 to 64 of `a`–`z`, digits and underscores.
  public static func isKind(_ text: String) -> Bool { isKind(text.utf8) }

  /// The same of a text's bytes.
  @inlinable
  public static func isKind(_ text: some Collection<UInt8>) -> Bool {
    (1...64).contains(text.count)
      && text.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F }
  }

  /// Whether a text has none of the characters that steer a terminal: control characters, ends of lines and paragraphs, directional formatting.
  public static func hasOnlyVisible(_ text: String) -> Bool {
    // Most ids are ASCII.
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } || !text.unicodeScalars.contains(where: \.steersTerminal)
  }
}

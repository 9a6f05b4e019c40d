/// The URL-safe Base64 of RFC 4648, section 5, without padding.
enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The values of the alphabet's bytes; -1 for all others.
  private static let values: [Int8] = {
    var values = [Int8](repeating: -1, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = Int8(value) }
    return values
  }()

  /// The text of some bytes: `[0xFB, 0xFF]` is `-_8`.
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var (bits, count) = (0, 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | Int(byte), count + 8)
      while count >= 6 {
        count -= 6
        text.append(alphabet[bits >> count & 63])
      }
      bits &= 1 << count - 1
    }
    if count > 0 { text.append(alphabet[bits << (6 - count) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text. `nil` for anything that `text` doesn't return: padding, white space, other alphabets, leftover bits that aren't 0.
  static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var (bits, count) = (0, 0)
    for byte in text.utf8 {
      let value = values[Int(byte)]
      guard value >= 0 else { return nil }
      (bits, count) = (bits << 6 | Int(value), count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(bits >> count))
      bits &= 1 << count - 1
    }
    return count < 6 && bits == 0 ? bytes : nil
  }

  /// Whether a byte is in the alphabet.
  static func isDigit(_ byte: UInt8) -> Bool { values[Int(byte)] >= 0 }
}

import HealthModel

/// Secrets from the system's generator, as lower-case hexadecimal digits.
enum RandomBytes {
  /// Returns random bytes as hexadecimal text, two digits each.
  static func text(_ count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return Hexadecimal.text((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  /// Whether a text can be one of so many bytes.
  static func isOne(_ text: String, ofBytes count: Int) -> Bool {
    let (digits, letters) = (UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"))
    return text.utf8.count == 2 * count && text.utf8.allSatisfy { digits.contains($0) || letters.contains($0) }
  }
}

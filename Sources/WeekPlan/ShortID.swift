/// The short ids that users type for planned items.
package enum ShortID {
  /// The allowed characters: digits and lower-case letters without look-alikes (0 o, 1 i l).
  package static let alphabet = "23456789abcdefghjkmnpqrstuvwxyz"

  /// The number of characters: 31^8 are 8.5 × 10^11, so that of 10,000 items two are alike once in 17,000 libraries.
  package static let length = 8

  /// Whether `text` could be one.
  package static func isWellFormed(_ text: String) -> Bool { text.utf8.count == length && text.allSatisfy(alphabet.contains) }

  /// A random one.
  package static func make(using generator: inout some RandomNumberGenerator) -> String {
    let letters = Array(alphabet.utf8)
    // One number is enough for all: 2^64 is 2 × 10^7 times 31^8, so that none is likelier than another by more than that.
    var number = generator.next()
    return String(
      decoding: (0..<length).map { _ in
        defer { number /= UInt64(letters.count) }
        return letters[Int(number % UInt64(letters.count))]
      }, as: UTF8.self)
  }

  /// The same, from the system's random numbers.
  package static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return make(using: &generator)
  }
}

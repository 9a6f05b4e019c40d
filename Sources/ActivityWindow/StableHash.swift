/// A hash that is the same on every device and in every run: FNV-1a with 64 bits (Fowler, Noll and Vo; RFC 9923).
///
/// Worked value: the empty text is `cbf29ce484222325`, `a` is `af63dc4c8601ec8c`.
struct StableHash: Sendable, Hashable {
  /// The hash.
  let value: UInt64

  /// The hash of a text's UTF-8.
  init(_ text: String) {
    value = text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

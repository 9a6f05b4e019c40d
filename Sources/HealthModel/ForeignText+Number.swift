extension ForeignText {
  /// Returns the number in a text: "12.5", "12,5", "< 0.5" (read as 0.5, the upper bound), "~3". `nil` for anything
  /// else.
  package static func number(_ text: some StringProtocol) -> Double? {
    let digits = text.utf8.allSatisfy(isOfNumber) ? String(text) : plain(text)
    guard !digits.isEmpty, digits.utf8.allSatisfy(isOfNumber), let value = Double(digits), value.isFinite else { return nil }
    return value
  }

  /// The text without blanks and signs of approximation, with a point for a comma.
  private static func plain(_ text: some StringProtocol) -> String {
    String(text.filter { !$0.isWhitespace && !"<>~≤≥≈".contains($0) }).replacing(",", with: ".")
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "e"),
      UInt8(ascii: "E"):
      true
    default: false
    }
  }
}

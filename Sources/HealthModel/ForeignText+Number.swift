extension ForeignText {
  /// Returns the number in a text: "12.5", "12,5", "< 0.5" (read as 0.5, the upper bound), "~3". `nil` for anything
  /// else.
  package static func number(_ text: some StringProtocol) -> Double? {
    let digits = String(text.filter { !$0.isWhitespace && !"<>~≤≥≈".contains($0) }).replacing(",", with: ".")
    let allowed = Set("0123456789.+-eE".utf8)
    guard !digits.isEmpty, digits.utf8.allSatisfy(allowed.contains), let value = Double(digits), value.isFinite else { return nil }
    return value
  }
}

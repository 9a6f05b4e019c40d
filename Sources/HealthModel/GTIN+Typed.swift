extension GTIN {
  /// The numbers that a typed or pasted text can mean, the likeliest first; empty when it is no product number.
  ///
  /// - Digits, with spaces or hyphens: as they are; 8 digits that are also a UPC-E come second, expanded.
  /// - GS1 element strings: `(01)09521234543213(10)ABC`, `]C1010952…`, or bare `01` and 14 digits.
  /// - GS1 Digital Links: `https://example.com/01/09521234543213/10/ABC`.
  ///
  /// Check digits aren't looked at: ask `hasValidCheckDigit`.
  public static func readings(of text: String) -> [GTIN] {
    let trimmed = text.filter { !$0.isWhitespace }
    if let element = elementNumber(in: trimmed) ?? linkNumber(in: trimmed) { return [element] }
    let digits = trimmed.filter { $0 != "-" }
    guard digits.count >= 6, let asIs = GTIN(digits: digits) else { return [] }
    guard digits.count == 8, let expanded = GTIN(upcE: digits), expanded != asIs else { return [asIs] }
    return asIs.hasValidCheckDigit ? [asIs, expanded] : [expanded, asIs]
  }

  private static func elementNumber(in text: String) -> GTIN? {
    var rest = Substring(text)
    if rest.hasPrefix("]") { rest = rest.dropFirst(3) }
    rest = rest.drop { $0 == "\u{1D}" || $0 == "^" }
    if rest.hasPrefix("(01)") { return GTIN(digits: rest.dropFirst(4).prefix(14)) }
    if rest.hasPrefix("01"), rest.count >= 16 { return GTIN(digits: rest.dropFirst(2).prefix(14)) }
    return nil
  }

  private static func linkNumber(in text: String) -> GTIN? {
    guard text.hasPrefix("http://") || text.hasPrefix("https://") else { return nil }
    let parts = text.split(separator: "?")[0].split(separator: "/")
    guard let marker = parts.dropFirst(2).firstIndex(of: "01"), marker + 1 < parts.endIndex else { return nil }
    return GTIN(digits: parts[marker + 1])
  }
}

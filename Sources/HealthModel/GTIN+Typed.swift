extension GTIN {
  /// Returns the numbers that a typed or pasted text can mean, the likeliest first. Empty when it isn't a product
  /// number.
  ///
  /// - Digits, with spaces or hyphens: as they are; 8 digits that are also a UPC-E come second, expanded.
  /// - GS1 element strings: `(01)09521234543213(10)ABC`, `]C1010952…`, or bare `01` and 14 digits.
  /// - GS1 Digital Links: `https://example.com/01/09521234543213/10/ABC`.
  ///
  /// Check digits aren't checked: use `hasValidCheckDigit`.
  public static func readings(of text: String) -> [GTIN] {
    let trimmed = text.filter { !$0.isWhitespace }
    if let named = (GS1ElementString(bracketed: trimmed) ?? GS1ElementString(data: trimmed))?.gtin ?? GS1DigitalLink(trimmed)?.gtin {
      return [named]
    }
    let digits = trimmed.filter { $0 != "-" }
    guard digits.count >= 6, let asIs = GTIN(digits: digits) else { return [] }
    guard digits.count == 8, let expanded = GTIN(upcE: digits), expanded != asIs else { return [asIs] }
    return asIs.hasValidCheckDigit ? [asIs, expanded] : [expanded, asIs]
  }
}

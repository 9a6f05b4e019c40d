import HealthModel

/// A barcode that was typed or pasted, and the numbers that it may mean.
package struct TypedBarcode: Sendable, Equatable {
  /// The text as it was typed.
  package let text: String
  /// The likeliest number first; at least one. 8 digits may be an EAN-8 or a shortened UPC.
  package let readings: [GTIN]

  /// - Throws: `notABarcode`, or `wrongCheckDigit` when no reading has a valid check digit.
  package init(_ text: String) throws(FoodError) {
    let readings = GTIN.readings(of: text)
    guard let first = readings.first else { throw .notABarcode(text) }
    guard let valid = readings.first(where: \.hasValidCheckDigit) ?? (first.isOpenFoodFactsOwn ? first : nil) else {
      throw .wrongCheckDigit(text)
    }
    self.text = text
    self.readings = [valid] + readings.filter { $0 != valid && $0.hasValidCheckDigit }
  }

  /// The first barcode in a text that is about something else as well: a GS1 link or elements, or a word or a piece of an address that has as many
  /// digits as are printed below bars.
  package static func first(in text: String) -> TypedBarcode? {
    for word in text.split(whereSeparator: \.isWhitespace) {
      let isGS1 = word.contains("/01/") || word.contains("(01)")
      if isGS1, let barcode = try? TypedBarcode(String(word)) { return barcode }
      for piece in word.split(whereSeparator: { "/?#&=".contains($0) }) {
        let isPrinted = [8, 12, 13, 14].contains(piece.utf8.count) && piece.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if isPrinted, let barcode = try? TypedBarcode(String(piece)) { return barcode }
      }
    }
    return nil
  }

  /// The likeliest number.
  package var likeliest: GTIN { readings[0] }
}

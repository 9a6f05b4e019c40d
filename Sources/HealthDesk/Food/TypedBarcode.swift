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

  /// The first barcode in a text that is about something else as well: a word of its own, or the number in the address of a product's page.
  package static func first(in text: String) -> TypedBarcode? {
    let words = text.split(whereSeparator: \.isWhitespace)
    for word in words {
      if let barcode = try? TypedBarcode(String(word)) { return barcode }
      let steps = word.split { "/?#&=".contains($0) }.filter {
        (8...14).contains($0.count) && $0.allSatisfy(\.isASCII) && $0.allSatisfy(\.isNumber)
      }
      for step in steps { if let barcode = try? TypedBarcode(String(step)) { return barcode } }
    }
    return nil
  }

  /// The likeliest number.
  package var likeliest: GTIN { readings[0] }
}

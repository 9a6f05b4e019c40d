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

  /// The likeliest number.
  package var likeliest: GTIN { readings[0] }
}

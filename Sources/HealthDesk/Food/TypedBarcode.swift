import HealthModel

/// A barcode that was typed or pasted, and the numbers that it may mean.
package struct TypedBarcode: Sendable, Equatable {
  /// The text as it was typed.
  package let text: String
  /// The likeliest number first; at least one. 8 digits may be an EAN-8 or a shortened UPC. Those with a right check digit come first.
  package let readings: [GTIN]
  /// The readings with a right check digit, for sources elsewhere. Sources on this machine are asked for all readings, since they list numbers with wrong
  /// check digits as well. Empty when one of the digits is probably off.
  package let plausible: [GTIN]

  /// - Throws: `notABarcode`.
  package init(_ text: String) throws(FoodError) {
    let readings = GTIN.readings(of: text)
    guard !readings.isEmpty else { throw .notABarcode(text) }
    let plausible = readings.filter { $0.hasValidCheckDigit || $0.isOpenFoodFactsOwn }
    self.text = text
    self.readings = plausible + readings.filter { !plausible.contains($0) }
    self.plausible = plausible
  }

  /// The barcode if its check digit is right, for a number that nothing vouches for.
  ///
  /// - Throws: `notABarcode`, `wrongCheckDigit`.
  package init(checking text: String) throws(FoodError) {
    try self.init(text)
    guard !plausible.isEmpty else { throw .wrongCheckDigit(text) }
  }

  /// The first barcode in a text that is about something else as well: a GS1 link or elements, or a word or a piece of an address that has as many
  /// digits as are printed below bars.
  package static func first(in text: String) -> TypedBarcode? {
    for word in text.split(whereSeparator: \.isWhitespace) {
      let isGS1 = word.contains("/01/") || word.contains("(01)")
      if isGS1, let barcode = try? TypedBarcode(checking: String(word)) { return barcode }
      for piece in word.split(whereSeparator: { "/?#&=".contains($0) }) {
        let isPrinted = [8, 12, 13, 14].contains(piece.utf8.count) && piece.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if isPrinted, let barcode = try? TypedBarcode(checking: String(piece)) { return barcode }
      }
    }
    return nil
  }

  /// The likeliest number.
  package var likeliest: GTIN { readings[0] }
}

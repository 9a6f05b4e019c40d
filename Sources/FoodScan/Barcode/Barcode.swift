import BarReader
import HealthModel

/// A barcode that was read from a photo.
package struct Barcode: Sendable, Hashable {
  /// The symbology.
  package let symbology: Symbology
  /// The digits as printed under the bars: 13, 8, 12 or 8 of them. Of a QR code the link, of other GS1 symbols the elements: `(01)…`.
  package let text: String
  /// The number it encodes; a UPC-E is expanded.
  package let gtin: GTIN

  /// A retail barcode of that kind. `nil` when it is another kind, the digits are too few or too many, aren't digits, the check digit is wrong,
  /// or it is a UPC-E of number system 1, which isn't given out for products.
  package init?(symbology: Symbology, text: String) {
    let digits =
      switch symbology {
      case .ean13: 13
      case .upca: 12
      case .ean8, .upce: 8
      case .qr, .databar, .databarExpanded: -1
      }
    guard text.utf8.count == digits, let gtin = symbology == .upce ? GTIN(upcE: text) : GTIN(digits: text), gtin.hasValidCheckDigit else {
      return nil
    }
    guard symbology != .upce || SymbolCode(.upcE, text)?.isGivenOut == true else { return nil }
    self.init(symbology: symbology, text: text, gtin: gtin)
  }

  /// A barcode whose number was parsed from the text and checked by the caller.
  init(symbology: Symbology, text: String, gtin: GTIN) {
    self.symbology = symbology
    self.text = text
    self.gtin = gtin
  }
}

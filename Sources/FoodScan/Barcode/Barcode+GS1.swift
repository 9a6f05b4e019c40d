import HealthModel

extension Barcode {
  /// Creates the barcode of a symbol with additional data: a GS1 Digital Link in a QR code, GS1 elements in a DataBar
  /// or in a QR code marked as GS1.
  ///
  /// `nil` when it contains no product number, or the check digit is wrong. The text is the link, or the elements in
  /// human-readable form.
  init?(_ symbol: ZBarScanner.Symbol) {
    switch symbol.symbology {
    case .ean13, .ean8, .upca, .upce: self.init(symbology: symbol.symbology, text: symbol.payload)
    case .qr where !symbol.isGS1: self.init(.qr, text: symbol.payload, gtin: GS1DigitalLink(symbol.payload)?.gtin)
    case .qr, .databar, .databarExpanded:
      guard let elements = GS1ElementString(data: symbol.payload) else { return nil }
      self.init(symbol.symbology, text: elements.description, gtin: elements.gtin)
    }
  }

  private init?(_ symbology: Symbology, text: String, gtin: GTIN?) {
    guard let gtin, gtin.hasValidCheckDigit else { return nil }
    self.init(symbology: symbology, text: text, gtin: gtin)
  }
}

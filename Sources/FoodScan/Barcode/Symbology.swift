/// The kinds of barcode that products carry. The raw values are a contract: `--json` prints them.
package enum Symbology: String, Sendable, Hashable, CaseIterable {
  /// 13 digits.
  case ean13
  /// 8 digits, on small packages.
  case ean8
  /// 12 digits, in North America; an EAN-13 whose first digit is 0.
  case upca
  /// 8 digits that encode a UPC-A with many zeros.
  case upce
  /// A square of squares; names a product when it holds a GS1 Digital Link or GS1 elements.
  case qr
  /// GS1 DataBar: 14 digits in a short code, on fruit and coupons.
  case databar
  /// GS1 DataBar Expanded: a product and more, such as its weight.
  case databarExpanded = "databar_expanded"

  /// Those of the bars with digits below, which are read unless others are asked for.
  package static let retail: Set<Symbology> = [.ean13, .ean8, .upca, .upce]

  /// The common name: "EAN-13", "QR code".
  package var title: String {
    switch self {
    case .ean13: "EAN-13"
    case .ean8: "EAN-8"
    case .upca: "UPC-A"
    case .upce: "UPC-E"
    case .qr: "QR code"
    case .databar: "DataBar"
    case .databarExpanded: "DataBar Expanded"
    }
  }
}

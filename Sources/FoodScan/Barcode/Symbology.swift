/// The kinds of barcode that retail products carry. The raw values are a contract: `--json` prints them.
package enum Symbology: String, Sendable, Hashable, CaseIterable {
  /// 13 digits.
  case ean13
  /// 8 digits, on small packages.
  case ean8
  /// 12 digits, in North America; an EAN-13 whose first digit is 0.
  case upca
  /// 8 digits that stand for a UPC-A with many zeros.
  case upce
}

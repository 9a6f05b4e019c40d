/// The patterns of bars that retail codes are printed as (ISO/IEC 15420). A UPC-A is an EAN-13 whose first digit is 0.
package enum SymbolKind: Int, Sendable, CaseIterable {
  case ean13, ean8, upcE

  /// Width from the first bar's left edge to the last bar's right edge, in modules.
  var moduleCount: Int {
    switch self {
    case .ean13: 95
    case .ean8: 67
    case .upcE: 51
    }
  }

  /// Edges between white and black, both ends included; the first falls to black, and every other one after it.
  package var edgeCount: Int {
    switch self {
    case .ean13: 60
    case .ean8: 44
    case .upcE: 34
    }
  }

  /// The number of digits with bars of their own. EAN-13's first and UPC-E's number system and check digit are encoded
  /// in the others' parities.
  var barDigitCount: Int {
    switch self {
    case .ean13: 12
    case .ean8: 8
    case .upcE: 6
    }
  }

  /// Digits of the code: 13 or 8.
  package var digitCount: Int { self == .ean13 ? 13 : 8 }

  /// The place of the first digit of the right half among `barDigitCount`. UPC-E has no halves: all its digits are left ones.
  var firstRightDigit: Int {
    switch self {
    case .ean13: 6
    case .ean8: 4
    case .upcE: 6
    }
  }

  /// Returns the start of digit `place` (of `barDigitCount`), in modules from the symbol's left edge. A digit is 7
  /// wide.
  @inline(__always)
  func firstModule(ofDigit place: Int) -> Int {
    // The guards: 3 modules before the first digit, 5 in the middle.
    3 + 7 * place + (place >= firstRightDigit ? 5 : 0)
  }
}

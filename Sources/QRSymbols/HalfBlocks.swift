/// A QR code as lines of characters that have two modules each, one above the other.
package enum HalfBlocks {
  /// Columns that a symbol takes with its margins.
  package static func width(of symbol: QRSymbol) -> Int { symbol.side + 2 * QRSymbol.margin }

  /// Its lines, each of `width` characters.
  ///
  /// - Parameter hasColor: Black on white by escape sequences, whatever the terminal's colours are. Else light modules are drawn in the terminal's
  ///   own colour, which is right if it is light on dark; elsewhere the code is inverted, which most readers accept.
  package static func lines(of symbol: QRSymbol, hasColor: Bool) -> [String] {
    let places = -QRSymbol.margin..<symbol.side + QRSymbol.margin
    return stride(from: places.lowerBound, to: places.upperBound, by: 2).map { row in
      let blocks = places.map { column in
        let (upper, lower) = (symbol.isDark(row: row, column: column), symbol.isDark(row: row + 1, column: column))
        return hasColor ? block(upper, lower) : block(!upper, !lower)
      }
      return hasColor ? "\u{1B}[30;107m\(String(blocks))\u{1B}[0m" : String(blocks)
    }
  }

  private static func block(_ upper: Bool, _ lower: Bool) -> Character {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }
}

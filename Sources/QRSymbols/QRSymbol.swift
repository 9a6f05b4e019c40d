/// A QR code of a text: the smallest one, with the mask that is read most easily (ISO/IEC 18004, byte mode).
package struct QRSymbol: Sendable, Equatable {
  /// Modules of a side, 21…69, without the margin.
  package let side: Int
  private let isDark: [Bool]

  /// The width of the light margin, in modules.
  package static let margin = 4

  /// Encodes a text's UTF-8 bytes; `nil` when there are more than 425.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let size = QRSize(bytes: bytes.count) else { return nil }
    var grid = QRGrid(size)
    grid.place(QRCodewords.make(of: bytes, in: size))
    let masked = QRMask.all.map { grid.masked(by: $0) }
    // The first of equals.
    guard let best = masked.map({ ($0, QRPenalty.of($0)) }).min(by: { $0.1 < $1.1 })?.0 else { return nil }
    (side, isDark) = (size.side, best.isDark)
  }

  /// Whether a module is dark; modules outside the symbol are light.
  package func isDark(row: Int, column: Int) -> Bool {
    (0..<side).contains(row) && (0..<side).contains(column) && isDark[row * side + column]
  }
}

/// Lines of cells, aligned in columns by the width they take on a screen.
struct Columns {
  /// How a column's cells stand.
  enum Alignment { case left, right }

  private let alignments: [Alignment]
  private var rows: [[String]] = []

  init(_ alignments: [Alignment]) { self.alignments = alignments }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The lines, columns two blanks apart, nothing behind the last word. A cell that is too wide for the terminal isn't cut: lines wrap.
  func lines(indent: Int = 0) -> [String] {
    let widths = alignments.indices.map { column in rows.map { Columns.width(of: $0[column]) }.max() ?? 0 }
    return rows.map { row in
      var line = String(repeating: " ", count: indent)
      for (column, cell) in row.enumerated() where widths[column] > 0 {
        let padding = String(repeating: " ", count: widths[column] - Columns.width(of: cell))
        line += (alignments[column] == .left ? cell + padding : padding + cell) + "  "
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Columns that the text takes: two for East Asian wide characters and emoji, none for escape sequences of styles.
  static func width(of text: String) -> Int {
    var isInEscape = false
    return text.reduce(0) { sum, character in
      if character == "\u{1B}" { isInEscape = true }
      defer { if isInEscape, character == "m" { isInEscape = false } }
      if isInEscape { return sum }
      guard let scalar = character.unicodeScalars.first else { return sum }
      let isWide =
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
          0x1F300...0x1FAFF, 0x20000...0x3FFFD:
          true
        default: false
        }
      return sum + (isWide ? 2 : 1)
    }
  }
}

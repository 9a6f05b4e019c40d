/// Lines of cells, aligned in columns by the width they take on a screen.
struct Columns {
  /// The alignment of a column's cells.
  enum Alignment { case left, right }

  private let alignments: [Alignment]
  private let elastic: Int?
  private let dispensable: [Int]
  private var rows: [[String]] = []

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - elastic: The column whose texts, which have no styles, are cut where a line is too long.
  ///   - dispensable: Columns that are left out, in this order, where cutting isn't enough.
  init(_ alignments: [Alignment], elastic: Int? = nil, dispensable: [Int] = []) {
    self.alignments = alignments
    self.elastic = elastic
    self.dispensable = dispensable
  }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// Returns the lines, columns two blanks apart, without trailing blanks.
  ///
  /// - Parameter room: Columns of the screen; `nil` = a pipe, in which only the elastic column is bounded. If even the minimum doesn't fit, lines
  ///   wrap.
  func lines(indent: Int = 0, within room: Int? = nil) -> [String] {
    var widths = alignments.indices.map { column in rows.map { Columns.width(of: $0[column]) }.max() ?? 0 }
    if let room {
      fit(&widths, in: room - indent)
    } else if let elastic {
      widths[elastic] = min(widths[elastic], Columns.mostElastic)
    }
    return rows.map { row in
      var line = String(repeating: " ", count: indent)
      for (column, cell) in row.enumerated() where widths[column] > 0 {
        let text = column == elastic ? Columns.cut(cell, to: widths[column]) : cell
        let padding = String(repeating: " ", count: widths[column] - Columns.width(of: text))
        line += (alignments[column] == .left ? text + padding : padding + text) + "  "
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The minimum width at which a cut text is still recognizable.
  private static let leastElastic = 10

  /// The maximum width in a pipe: one long name would pad each line. JSON has it whole.
  private static let mostElastic = 120

  /// Drops columns until the elastic one has its minimum width, then gives it the remaining width.
  private func fit(_ widths: inout [Int], in room: Int) {
    let full = elastic.map { widths[$0] } ?? 0
    let least = min(full, Columns.leastElastic)
    func excess(_ widths: [Int]) -> Int { widths.reduce(-2) { $0 + ($1 > 0 ? $1 + 2 : 0) } - room }
    for column in dispensable where excess(widths) > full - least { widths[column] = 0 }
    if let elastic { widths[elastic] = max(least, full - max(0, excess(widths))) }
  }
}

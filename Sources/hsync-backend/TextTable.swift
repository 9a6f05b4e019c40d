import HealthModel

/// Lines of a table for people.
enum TextTable {
  /// Columns as wide as their widest cell, two spaces apart; no space at the end of a line. The first row is the head.
  static func lines(_ rows: [[String]]) -> [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { index, cell in
        index == row.count - 1 ? cell.0 : cell.0 + String(repeating: " ", count: cell.1 - cell.0.count)
      }.joined(separator: "  ")
    }
  }

  /// A time in UTC, `2026-11-21T18:22:02+00:00`; `never` for `nil`. `ms`: milliseconds since 1970.
  static func time(_ ms: Int64?) -> String { ms.map { Moment(ms: $0, utcOffsetMin: 0).iso8601 } ?? "never" }
}

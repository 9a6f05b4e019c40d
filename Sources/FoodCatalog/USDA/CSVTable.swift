import Glibc
import HealthModel

/// The cells of a CSV file's records that are wanted, found by the names of their columns.
final class CSVTable {
  /// A cell without its quotes; `isEscaped` when quotes inside it are doubled.
  private struct Cell {
    var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    var isEscaped = false
  }

  private let width: Int
  /// The index of each column among the wanted ones; -1 = it isn't wanted.
  private let places: [Int]
  private var cells: [Cell]

  /// A table with a header.
  ///
  /// - Parameters:
  ///   - columns: The wanted columns. One that the header lacks has empty cells.
  ///   - needed: Those without which it isn't the file.
  /// - Returns: `nil` when one of those is missing.
  init?(header: UnsafeRawBufferPointer, columns: [String], needed: [String]) {
    // Behind a byte order mark.
    let header = header.starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeRawBufferPointer(rebasing: header[3...]) : header
    var names: [String] = []
    guard Self.split(header, { cell, _ in names.append(String(decoding: cell, as: UTF8.self)) }), needed.allSatisfy(names.contains) else {
      return nil
    }
    width = names.count
    places = names.map { columns.firstIndex(of: $0) ?? -1 }
    cells = Array(repeating: Cell(), count: columns.count)
  }

  /// Takes up a record. `false` = it has another number of cells than the header, or text behind a closing quote. Its bytes must stay valid while its
  /// cells are asked for.
  func read(_ record: UnsafeRawBufferPointer) -> Bool {
    var column = 0
    let isWhole = Self.split(record) { cell, isEscaped in
      if column < width, places[column] >= 0 { cells[places[column]] = Cell(bytes: cell, isEscaped: isEscaped) }
      column += 1
    }
    return isWhole && column == width
  }

  /// Calls `body` with each cell. `false` = a quoted cell isn't followed by a comma.
  private static func split(_ record: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, Bool) -> Void) -> Bool {
    guard let base = record.baseAddress else { return false }
    var position = 0
    while true {
      var isEscaped = false
      let cell: Range<Int>
      if position < record.count, record[position] == 0x22 {
        var end = position + 1
        while true {
          guard let quote = memchr(base + end, 0x22, record.count - end) else { return false }
          let found = UnsafeRawPointer(quote) - base
          guard found + 1 < record.count, record[found + 1] == 0x22 else {
            cell = position + 1..<found
            position = found + 1
            break
          }
          isEscaped = true
          end = found + 2
        }
      } else {
        let comma = memchr(base + position, 0x2C, record.count - position).map { UnsafeRawPointer($0) - base } ?? record.count
        cell = position..<comma
        position = comma
      }
      body(UnsafeRawBufferPointer(rebasing: record[cell]), isEscaped)
      if position == record.count { return true }
      guard record[position] == 0x2C else { return false }
      position += 1
    }
  }

  /// Whether a column, by its place in `columns`, has no text.
  func isEmpty(_ column: Int) -> Bool { cells[column].bytes.isEmpty }

  /// The text of a column, by its place in `columns`, cleaned for display. `nil` when it is empty.
  func text(_ column: Int) -> String? {
    let cell = cells[column]
    if cell.bytes.isEmpty { return nil }
    let text = String(decoding: cell.bytes, as: UTF8.self)
    return ForeignText.cleaned(cell.isEscaped ? text.replacing("\"\"", with: "\"") : text)
  }

  /// The number of a column, finite. `nil` when it has none.
  func number(_ column: Int) -> Double? {
    isEmpty(column) ? nil : cells[column].bytes.withMemoryRebound(to: UInt8.self, PlainDecimal.value)
  }

  /// The whole number of a column, 0 or more and of at most 18 digits. `nil` when it has none.
  func integer(_ column: Int) -> Int64? {
    let bytes = cells[column].bytes
    guard (1...18).contains(bytes.count) else { return nil }
    var value: Int64 = 0
    for byte in bytes {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    return value
  }
}

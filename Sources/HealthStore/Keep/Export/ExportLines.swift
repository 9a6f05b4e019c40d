import HealthModel

/// The two forms of an export.
package enum ExportFormat: String, Sendable, CaseIterable {
  /// A JSON object a line, each with its `kind` first.
  case json
  /// Comma-separated values by RFC 4180, lines ended by a line feed, the names of the columns first.
  case csv

  /// The extension of files: `ndjson`, `csv`.
  package var fileExtension: String { self == .json ? "ndjson" : "csv" }
}

/// Writes lines of one kind, cell by cell, into a growing buffer. Optimized, because it writes up to ten million lines.
struct ExportLines {
  // Not by way of `JSON`, whose values would be allocated for each of their cells.

  /// The bytes written and not taken yet.
  var bytes: [UInt8] = []
  private let format: ExportFormat
  /// In JSON the text before each cell: `{"kind":"sample","type":`, `,"start_ms":`, …
  private let keys: [[UInt8]]
  private var column = 0

  init(_ kind: ExportKind, _ format: ExportFormat) {
    self.format = format
    keys = kind.columns.enumerated().map { index, column in
      let start = index == 0 ? ExportLines.opening(kind) : [UInt8(ascii: ",")]
      return start + JSON.string(column.name).utf8 + [UInt8(ascii: ":")]
    }
    if format == .csv { bytes = Array(kind.columns.map(\.name).joined(separator: ",").utf8) + [UInt8(ascii: "\n")] }
  }

  /// `{"kind":"meal",`
  private static func opening(_ kind: ExportKind) -> [UInt8] {
    Array("{\"kind\":".utf8) + JSON.string(kind.name).utf8 + [UInt8(ascii: ",")]
  }

  /// A whole line of a synced kind: its id and its record, a JSON object.
  mutating func record(kind: ExportKind, id: UnsafeBufferPointer<UInt8>, record: UnsafeBufferPointer<UInt8>) {
    bytes += ExportLines.opening(kind)
    bytes += Array("\"id\":".utf8)
    JSON.quote(id, to: &bytes)
    let members = record.dropFirst()
    if members.first != UInt8(ascii: "}") { bytes.append(UInt8(ascii: ",")) }
    bytes += members
    bytes.append(UInt8(ascii: "\n"))
  }

  mutating func null() {
    beginCell()
    if format == .json { bytes += Array("null".utf8) }
  }

  mutating func integer(_ value: Int64) {
    beginCell()
    digits(value)
  }

  /// Whole numbers without a fraction, others with as many digits as it takes to read the same number.
  mutating func real(_ value: Double) {
    guard value.isFinite else { return null() }
    beginCell()
    if value == value.rounded(), abs(value) < 1e15 { digits(Int64(value)) } else { bytes += Array("\(value)".utf8) }
  }

  mutating func boolean(_ value: Bool) {
    beginCell()
    bytes += Array((format == .csv ? (value ? "1" : "0") : (value ? "true" : "false")).utf8)
  }

  /// JSON as it is; in CSV a text.
  mutating func json(_ utf8: UnsafeBufferPointer<UInt8>) {
    guard format == .json else { return text(utf8) }
    beginCell()
    bytes += utf8
  }

  /// UTF-8.
  mutating func text(_ utf8: UnsafeBufferPointer<UInt8>) {
    beginCell()
    if format == .json { return JSON.quote(utf8, to: &bytes) }
    let mustBeQuoted =
      utf8.isEmpty
      || utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    guard mustBeQuoted else { return bytes += utf8 }
    bytes.append(UInt8(ascii: "\""))
    for byte in utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func endLine() {
    if format == .json { bytes.append(UInt8(ascii: "}")) }
    bytes.append(UInt8(ascii: "\n"))
    column = 0
  }

  private mutating func beginCell() {
    if format == .json { bytes += keys[column] } else if column > 0 { bytes.append(UInt8(ascii: ",")) }
    column += 1
  }

  private mutating func digits(_ value: Int64) {
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes[start...].reverse()
  }
}

import BulkSQL
import GRDB
import HealthModel

/// The destination of exported lines.
package protocol ExportSink {
  /// The lines that follow are of this kind.
  mutating func begin(_ kind: ExportKind) throws
  /// Whole lines.
  mutating func write(_ lines: [UInt8]) throws
  /// The kind is complete.
  mutating func end(_ kind: ExportKind, count: Int) throws
}

/// Everything in a library, row by row: memory doesn't grow with it.
package struct LibraryExport: Sendable {
  private let library: Library

  /// An export of a library.
  package init(_ library: Library) { self.library = library }

  /// Writes all rows of these kinds, in one consistent snapshot; other programs may write meanwhile.
  ///
  /// - Returns: the number of rows of each kind.
  /// - Throws: `StoreError`, and the errors of the sink.
  package func write(
    _ kinds: [ExportKind], as format: ExportFormat, into sink: inout some ExportSink
  ) throws -> [LibraryContents.Count] {
    let outcome: Result<[LibraryContents.Count], any Error> = try library.read { db in
      // Errors of the sink aren't errors of the library.
      Result {
        try kinds.map { kind in
          try sink.begin(kind)
          let count = try write(kind, as: format, from: db, into: &sink)
          try sink.end(kind, count: count)
          return LibraryContents.Count(kind: kind.name, count: count)
        }
      }
    }
    do { return try outcome.get() } catch let error as DatabaseError { throw StoreError(error, path: library.path) }
  }

  /// The members of the JSON that says what an export has: `{"format":1,"form":"json","schema":2,"made_at_ms":…,"counts":{"meal":3}}`.
  package static func members(_ counts: [LibraryContents.Count], _ format: ExportFormat, atMs ms: Int64) -> [(String, JSON)] {
    [
      ("format", JSON(1)), ("form", .string(format.rawValue)), ("schema", JSON(Schema.version)), ("made_at_ms", JSON(ms)),
      ("counts", .object(counts.map { ($0.kind, JSON($0.count)) })),
    ]
  }

  /// Bytes that are collected before they are passed on.
  private static let portion = 1 << 18

  private func write(_ kind: ExportKind, as format: ExportFormat, from db: Database, into sink: inout some ExportSink) throws -> Int {
    var lines = ExportLines(kind, format)
    let values = kind.columns.map(\.value).joined(separator: ", ")
    var count = 0
    func row(_ line: (inout ExportLines) -> Void) throws {
      line(&lines)
      count += 1
      guard lines.bytes.count >= LibraryExport.portion else { return }
      try sink.write(lines.bytes)
      lines.bytes.removeAll(keepingCapacity: true)
    }
    switch (kind.rows, format) {
    case (.records(let table), .json):
      let rows = try BulkStatement("SELECT \(table.key), \(table.json(of: table.name)) FROM \(table.name)", in: db)
      defer { rows.reset() }
      while try rows.step() {
        try row { lines in
          rows.withBytes(0) { id in rows.withBytes(1) { lines.record(kind: kind, id: id, record: $0) } }
        }
      }
    case (.records(let table), .csv):
      try cells(of: BulkStatement("SELECT \(values) FROM \(table.name)", in: db), kind.columns, row)
    case (.query(let source), _):
      try cells(of: BulkStatement("SELECT \(values) \(source)", in: db), kind.columns, row)
    case (.trackPoints, _):
      try points(in: db, row)
    }
    try sink.write(lines.bytes)
    return count
  }

  private func cells(of rows: BulkStatement, _ columns: [ExportColumn], _ row: ((inout ExportLines) -> Void) throws -> Void) throws {
    defer { rows.reset() }
    while try rows.step() {
      try row { lines in
        for (index, column) in columns.enumerated() { rows.write(Int32(index), as: column.type, to: &lines) }
        lines.endLine()
      }
    }
  }

  private func points(in db: Database, _ row: ((inout ExportLines) -> Void) throws -> Void) throws {
    let tracks = try BulkStatement("SELECT file, workout, track FROM workout_track AS s WHERE \(ExportKind.isVisible("s"))", in: db)
    defer { tracks.reset() }
    while try tracks.step() {
      for point in PackedTrack.points(tracks.withBytes(2) { Array($0) }) ?? [] {
        try row { lines in
          tracks.write(0, as: .text, to: &lines)
          tracks.write(1, as: .text, to: &lines)
          lines.integer(point.atMs)
          lines.real(point.latitude)
          lines.real(point.longitude)
          if let elevation = point.elevationM { lines.real(elevation) } else { lines.null() }
          lines.endLine()
        }
      }
    }
  }
}

extension BulkStatement {
  /// Writes a column of this row as a cell of its type; what a shell put into it that isn't of that type, as what it is.
  fileprivate func write(_ column: Int32, as type: SyncedColumn.Kind, to lines: inout ExportLines) {
    switch (storage(column), type) {
    case (.null, _), (.blob, _): lines.null()
    case (.integer, .boolean): lines.boolean(integer(column) != 0)
    case (.integer, _): lines.integer(integer(column))
    case (.real, _): lines.real(number(column))
    case (.text, .json): withBytes(column) { lines.json($0) }
    case (.text, _): withBytes(column) { lines.text($0) }
    }
  }
}

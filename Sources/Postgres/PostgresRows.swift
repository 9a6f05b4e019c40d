import CPostgres

/// The rows of a statement, in binary form. Belongs to the thread that made it.
package final class PostgresRows {
  private let result: OpaquePointer

  /// The number of rows.
  package let count: Int

  /// Rows of a result, which it frees.
  init(_ result: OpaquePointer) {
    self.result = result
    count = Int(hs_ntuples(result))
  }

  deinit { hs_clear(result) }

  /// The number of rows that a command changed.
  package var changed: Int { Int(String(cString: hs_cmdTuples(result))) ?? 0 }

  /// The number of columns.
  package var columns: Int { Int(hs_nfields(result)) }

  /// The integer, or truth value as 0 or 1, in a column, both counted from 0; `nil` = NULL.
  package func integer(_ row: Int, _ column: Int) -> Int64? {
    bytes(row, column) { bytes in
      bytes.reduce(bytes.first.map { $0 & 0x80 != 0 && bytes.count > 1 } == true ? -1 : 0) { $0 << 8 | Int64($1) }
    }
  }

  /// The text in a column; `nil` = NULL.
  package func text(_ row: Int, _ column: Int) -> String? { bytes(row, column) { String(decoding: $0, as: UTF8.self) } }

  /// The bytes in a column; `nil` = NULL.
  package func bytes(_ row: Int, _ column: Int) -> [UInt8]? { bytes(row, column) { Array($0) } }

  private func bytes<T>(_ row: Int, _ column: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T? {
    guard hs_getisnull(result, Int32(row), Int32(column)) == 0, let start = hs_getvalue(result, Int32(row), Int32(column)) else {
      return nil
    }
    return body(UnsafeRawBufferPointer(start: start, count: Int(hs_getlength(result, Int32(row), Int32(column)))))
  }
}

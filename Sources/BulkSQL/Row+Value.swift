import GRDB

/// Values of columns, read without trusting the stored types: GRDB's subscripts end the process when a value isn't of
/// the requested type, and a damaged page or a program that ignores the table's types can leave any value.
extension Row {
  /// The value of a column, from 0.
  ///
  /// - Throws: `RowDecodingError` when it is of another type, or NULL where `T` isn't optional.
  @inlinable package func value<T: DatabaseValueConvertible & StatementColumnConvertible>(_ index: Int) throws -> T {
    try decode(atIndex: index)
  }

  /// The value of a column, by name; else the same.
  @inlinable package func value<T: DatabaseValueConvertible & StatementColumnConvertible>(_ name: String) throws -> T {
    try decode(forColumn: name)
  }
}

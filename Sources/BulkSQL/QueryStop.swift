import GRDB
import GRDBSQLite

/// Ends a connection's long statements with `SQLITE_INTERRUPT` once a condition holds: Ctrl-C during a sort of millions of rows, or the
/// end of the time that a query may take.
///
/// It belongs to the connection's thread, and must live as long as it watches.
package final class QueryStop {
  private let stride: Int32
  private let isRaised: () -> Bool

  /// - Parameters:
  ///   - stride: Steps of SQLite's virtual machine between two looks; 20,000 take under a millisecond.
  ///   - isRaised: Polled while statements run.
  package init(stride: Int32 = 20_000, isRaised: @escaping () -> Bool) {
    self.stride = stride
    self.isRaised = isRaised
  }

  /// Does `body` under watch.
  package func watch<T>(_ db: Database, _ body: () throws -> T) rethrows -> T {
    guard let connection = db.sqliteConnection else { return try body() }
    sqlite3_progress_handler(
      connection, stride,
      { context in
        guard let context else { return 1 }
        return Unmanaged<QueryStop>.fromOpaque(context).takeUnretainedValue().isRaised() ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    defer { sqlite3_progress_handler(connection, 0, nil, nil) }
    return try body()
  }
}

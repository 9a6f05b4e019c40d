import GRDB
import GRDBSQLite

/// Ends a connection's long statements with `SQLITE_INTERRUPT` once a condition holds: Ctrl-C during a sort of millions of rows.
///
/// It belongs to the connection's thread, and must live as long as it watches.
package final class QueryStop {
  /// Steps of SQLite's virtual machine between two looks: under a millisecond.
  private static let stride: Int32 = 20_000

  private let isRaised: () -> Bool

  /// - Parameter isRaised: Polled while statements run.
  package init(isRaised: @escaping () -> Bool) { self.isRaised = isRaised }

  /// Does `body` under watch.
  package func watch<T>(_ db: Database, _ body: () throws -> T) rethrows -> T {
    guard let connection = db.sqliteConnection else { return try body() }
    sqlite3_progress_handler(
      connection, QueryStop.stride,
      { context in
        guard let context else { return 1 }
        return Unmanaged<QueryStop>.fromOpaque(context).takeUnretainedValue().isRaised() ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    defer { sqlite3_progress_handler(connection, 0, nil, nil) }
    return try body()
  }
}

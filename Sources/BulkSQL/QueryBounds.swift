import GRDB
import GRDBSQLite

/// Bounds on what the queries of a connection may cost, for databases that others made: a schema and pages may be built so that a small file takes
/// hours and gigabytes.
///
/// A query that goes beyond them ends with `SQLITE_INTERRUPT` (steps) or `SQLITE_TOOBIG` (a value). It must live as long as the connection, and belongs
/// to the thread that uses it, which makes it safe to be sent.
package final class QueryBounds: @unchecked Sendable {
  /// Steps of SQLite's virtual machine between two looks: some 20 µs.
  private static let stride: Int32 = 2000

  private var steps: Int64

  /// - Parameter steps: Steps that all queries together may take: 30 to 100 million take a second.
  package init(steps: Int64) { self.steps = steps }

  /// Holds a connection to them.
  ///
  /// - Parameter most: Bytes of a text, a blob or a whole row.
  package func hold(_ db: Database, mostBytesOfValue most: Int32) {
    guard let connection = db.sqliteConnection else { return }
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, most)
    // Nothing of a file that is only read needs others, or threads.
    for limit in [SQLITE_LIMIT_ATTACHED, SQLITE_LIMIT_TRIGGER_DEPTH, SQLITE_LIMIT_WORKER_THREADS] { sqlite3_limit(connection, limit, 0) }
    watch(db)
  }

  /// Counts a connection's steps, and nothing else.
  func watch(_ db: Database) {
    guard let connection = db.sqliteConnection else { return }
    sqlite3_progress_handler(
      connection, QueryBounds.stride,
      { context in
        guard let context else { return 1 }
        return Unmanaged<QueryBounds>.fromOpaque(context).takeUnretainedValue().goesOn() ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Lets a connection go on without them.
  func leave(_ db: Database) {
    if let connection = db.sqliteConnection { sqlite3_progress_handler(connection, 0, nil, nil) }
  }

  /// Allows more steps, when it is known how large the file is.
  package func allow(more: Int64) { steps += more }

  /// Whether there are steps left.
  private func goesOn() -> Bool {
    steps -= Int64(QueryBounds.stride)
    return steps > 0
  }
}

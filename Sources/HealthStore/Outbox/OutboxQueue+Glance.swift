import BulkSQL
import GRDB

extension OutboxQueue {
  /// The little that a glance at the day shows of what waits.
  package struct Glance: Sendable, Equatable {
    /// The end of the last successful run, in milliseconds since 1970. `nil` = never synced.
    package let lastOkAtMs: Int64?
    /// The backend's state as JSON, as the last writer left it.
    package let backendState: String
    /// Records that wait for the next sync; one more than were to be counted if there are more.
    package let pending: Int
    /// The number of records that the backend rejected.
    package let refused: Int
    /// Barcodes that wait to be looked up.
    package let lookups: Int
  }

  /// Reads everything with one statement: the cost of a short command is mostly the compiling of statements.
  ///
  /// - Parameter most: The limit for counting queued records: in a library that never syncs all records are queued.
  ///   `nil` = no limit.
  package func glance(counting most: Int? = nil) throws(StoreError) -> Glance {
    let waiting = most.map { "(SELECT 1 FROM outbox LIMIT \($0 + 1))" } ?? "outbox"
    return try library.read { db in
      guard
        let row = try Row.fetchOne(
          db.cachedStatement(
            sql: """
              SELECT last_ok_at, (SELECT state FROM backend), (SELECT count(*) FROM \(waiting)), (SELECT count(*) FROM quarantine),
                (SELECT count(*) FROM pending_lookup)
              FROM sync_state
              """))
      else { throw lostState }
      return try Glance(
        lastOkAtMs: row.value(0), backendState: row.value(1) ?? "{}", pending: row.value(2), refused: row.value(3), lookups: row.value(4))
    }
  }
}

import BulkSQL
import GRDB

extension OutboxQueue {
  /// The little that a glance at the day shows of what waits.
  package struct Glance: Sendable, Equatable {
    /// When a run last ended well, in milliseconds since 1970. `nil` = never synced.
    package let lastOkAtMs: Int64?
    /// The backend's state as JSON, as the last writer left it.
    package let backendState: String
    /// Records that wait for the next sync; one more than were to be counted if there are more.
    package let pending: Int
    /// Records that the backend refused.
    package let refused: Int
    /// Barcodes that wait to be looked up.
    package let lookups: Int
  }

  /// All of it by one statement: what a short command costs is mostly the compiling of statements.
  ///
  /// - Parameter most: Of how many waiting records it is said how many they are: a library that never syncs has all that it ever knew waiting.
  ///   `nil` = however many.
  package func glance(counting most: Int? = nil) throws(StoreError) -> Glance {
    let waiting = most.map { "(SELECT 1 FROM outbox LIMIT \($0 + 1))" } ?? "outbox"
    return try library.read { db in
      guard
        let row = try Row.fetchOne(
          db,
          sql: """
            SELECT last_ok_at, (SELECT state FROM backend), (SELECT count(*) FROM \(waiting)), (SELECT count(*) FROM quarantine),
              (SELECT count(*) FROM pending_lookup)
            FROM sync_state
            """)
      else { throw lostState }
      return try Glance(
        lastOkAtMs: row.value(0), backendState: row.value(1) ?? "{}", pending: row.value(2), refused: row.value(3), lookups: row.value(4))
    }
  }
}

import BulkSQL
import GRDB
import HealthModel

/// The records that wait to be synced, and every effect that a backend's answer has on the library.
///
/// The outbox is a set of dirty records, not a log: triggers put `(kind, id, hlc)` there, and the record itself is read from its live row when
/// a batch is built. Each function that writes is one transaction, so that the program can be killed between any two instructions. All of
/// them throw `StoreError`.
package struct OutboxQueue: Sendable {
  let library: Library

  /// The outbox of a library.
  package init(_ library: Library) { self.library = library }

  /// This device's identity at the backend, and the progress of sync.
  package struct Position: Sendable, Equatable {
    /// Lower-case hex.
    package let device: String
    /// The number of the last push that was settled, 0 before the first.
    package let push: PushNumber
    /// Up to where the backend's changes were pulled, `""` = nothing yet.
    package let cursor: String
    /// The end of the last successful run, in milliseconds since 1970. `nil` = never synced.
    package let lastOkAtMs: Int64?
  }

  /// The position now.
  package func position() throws(StoreError) -> Position {
    try library.read { db in
      guard let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT device, push_no, cursor, last_ok_at FROM sync_state")) else {
        throw lostState
      }
      let (device, push, cursor): (String, Int64, String) = try (row.value(0), row.value(1), row.value(2))
      // Each record would be refused for it, one after the other.
      guard RecordID.isDevice(device) else {
        throw StoreError(
          code: .damaged, message: "\(library.path) has an invalid device id", hint: "see \(.repair)")
      }
      // An older hsync may have stored values from a bad answer. Counting and pulling then restart, and the backend's answers give the
      // position.
      return try Position(
        device: device, push: PushNumber(push) ?? 0, cursor: SyncCursor.isUsable(cursor) ? cursor : "", lastOkAtMs: row.value(3))
    }
  }

  /// Returns the number of queued records by kind, the largest first.
  ///
  /// - Parameter kinds: Only these; `nil` = all.
  package func pendingCounts(kinds: [String]? = nil) throws(StoreError) -> [(kind: String, count: Int)] {
    try library.read { db in
      try Row.fetchAll(db.cachedStatement(sql: "SELECT kind, count(*) FROM outbox GROUP BY kind ORDER BY 2 DESC, 1"))
        .map { try (kind: $0.value(0), count: $0.value(1)) }
        .filter { kinds?.contains($0.kind) ?? true }
    }
  }

  /// The backend's state as JSON, as the last writer left it.
  package func backendState() throws(StoreError) -> String {
    try library.read { db in try String.fetchOne(db.cachedStatement(sql: "SELECT state FROM backend")) ?? "{}" }
  }

  /// Stores the backend's state.
  package func remember(_ backendState: String) throws(StoreError) {
    try library.write { db in try OutboxQueue.remember(backendState, in: db) }
  }

  /// The one row that each library has isn't there.
  var lostState: StoreError { StoreError(code: .damaged, message: "\(library.path) has lost its sync state", hint: "restore a backup") }

  static func remember(_ backendState: String, in db: Database) throws {
    try db.cachedStatement(sql: "UPDATE backend SET state = ?1").execute(arguments: [backendState])
  }
}

import GRDB

/// Detects edits by other processes that are to be synced.
///
/// `PRAGMA data_version` changes when another connection commits, never for the connection's own writes. So writes of a
/// sync through the same `Library` have no effect. Writes of others without an edit (another sync, an import of data
/// that isn't synced) don't count either.
package struct LibraryPulse: Sendable {
  private let library: Library
  private var last: Beat

  private struct Beat: Equatable, Sendable {
    /// SQLite's, for this connection.
    var version: Int64
    /// The HLC that every edit made so far is not above.
    var clock: Int64
  }

  /// Begins now: what was edited before doesn't count.
  package init(_ library: Library) throws(StoreError) {
    self.library = library
    last = try library.readWhereWritten { db in try LibraryPulse.beat(in: db) }
  }

  /// Whether another connection has made an edit since the last look that still waits to be synced. Takes some 30 µs.
  package mutating func hasEdits() throws(StoreError) -> Bool {
    let before = last
    let (now, isEdited) = try library.readWhereWritten { db in
      let now = try LibraryPulse.beat(in: db)
      guard now.version != before.version else { return (now, false) }
      let waits = try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM outbox WHERE lane IN (0, 1) AND hlc > ?)"), arguments: [before.clock])
      return (now, waits ?? false)
    }
    last = now
    return isEdited
  }

  private static func beat(in db: Database) throws -> Beat {
    let version = try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
    return Beat(version: version, clock: try Int64.fetchOne(db.cachedStatement(sql: "SELECT hlc FROM sync_state")) ?? 0)
  }
}

import BulkSQL
import GRDB

extension OutboxQueue {
  /// A record that a backend rejected, with the reason.
  package struct Quarantined: Sendable, Equatable {
    package let kind: String
    package let id: String
    /// For programs: `range`.
    package let code: String
    /// For display.
    package let message: String
    /// The time of the rejection, in milliseconds since 1970.
    package let atMs: Int64
  }

  /// The result of a run, as `sync_run` keeps it.
  package struct Run: Sendable, Equatable {
    package var pushed = 0
    package var pulled = 0
    package var rejected = 0
    /// Bytes sent, heads included.
    package var bytesUp = 0
    /// Bytes received, heads included.
    package var bytesDown = 0
    package var requests = 0
    /// The reason why it stopped. `nil` = it ended well.
    package var errorCode: String?
    package var errorMessage: String?

    /// A run that did nothing yet.
    package init() {}
  }

  /// Refused records, the latest first.
  package func quarantined() throws(StoreError) -> [Quarantined] {
    try library.read { db in
      try Row.fetchAll(db.cachedStatement(sql: "SELECT kind, id, code, message, at FROM quarantine ORDER BY at DESC, kind, id"))
        .map { try Quarantined(kind: $0.value(0), id: $0.value(1), code: $0.value(2), message: $0.value(3), atMs: $0.value(4)) }
    }
  }

  /// Returns the total number of local edits that lost against newer versions.
  package func conflictCount() throws(StoreError) -> Int {
    try library.read { db in try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM conflict")) ?? 0 }
  }

  /// Notes that a run began. Returns its number for `endRun`; a run that was killed stays without an end.
  package func beginRun(reason: String, atMs: Int64) throws(StoreError) -> Int64 {
    try library.write { db in
      try db.execute(sql: "INSERT INTO sync_run(reason, started) VALUES (?1, ?2)", arguments: [reason, atMs])
      return db.lastInsertedRowID
    }
  }

  /// Notes how a run ended; a run without an error becomes "the last sync".
  package func endRun(_ number: Int64, _ run: Run, backendState: String, atMs: Int64) throws(StoreError) {
    try library.write { db in
      try db.execute(
        sql: """
          UPDATE sync_run SET ended = ?2, pushed = ?3, pulled = ?4, rejected = ?5, bytes_up = ?6, bytes_down = ?7, requests = ?8,
            error_code = ?9, error_message = ?10 WHERE n = ?1
          """,
        arguments: [
          number, atMs, run.pushed, run.pulled, run.rejected, run.bytesUp, run.bytesDown, run.requests, run.errorCode, run.errorMessage,
        ])
      if run.errorCode == nil { try db.execute(sql: "UPDATE sync_state SET last_ok_at = ?1", arguments: [atMs]) }
      try OutboxQueue.remember(backendState, in: db)
    }
  }

  /// The address that the library belongs to. `nil` = none yet.
  package func backendURL() throws(StoreError) -> String? {
    try library.read { db in try String.fetchOne(db.cachedStatement(sql: "SELECT url FROM backend")) }
  }

  /// Returns the backend's id of the account. `nil` = it was never given.
  package func backendOwner() throws(StoreError) -> String? {
    try library.read { db in try String.fetchOne(db.cachedStatement(sql: "SELECT owner FROM backend")) }
  }

  /// Remembers what the backend calls the account.
  package func rememberOwner(_ owner: String) throws(StoreError) {
    try library.write { db in try db.execute(sql: "UPDATE backend SET owner = ?1", arguments: [owner]) }
  }

  /// Whether the backend that the library belongs to never answered a sync: then its address can be changed for another.
  package func isUnsynced() throws(StoreError) -> Bool {
    try library.read { db in
      try Bool.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT push_no = 0 AND cursor = '' AND last_ok_at IS NULL AND NOT EXISTS (SELECT 1 FROM quarantine) FROM sync_state
            """)) ?? false
    }
  }

  /// Gives an unsynced library another backend. A body in flight to the old one is discarded: its records are still in
  /// the outbox.
  package func readdress(url: String, dialect: String, backendState: String) throws(StoreError) {
    try library.write { db in
      try db.execute(sql: "DELETE FROM in_flight")
      try db.execute(sql: "UPDATE backend SET url = ?1, owner = NULL, dialect = ?2", arguments: [url, dialect])
      try OutboxQueue.remember(backendState, in: db)
    }
  }

  /// Makes the library belong to a backend, if it belongs to none yet.
  package func adopt(url: String, dialect: String) throws(StoreError) {
    try library.write { db in
      try db.execute(sql: "UPDATE backend SET url = ?1, dialect = ?2 WHERE url IS NULL", arguments: [url, dialect])
    }
  }
}

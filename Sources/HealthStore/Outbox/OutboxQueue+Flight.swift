import BulkSQL
import FoundationEssentials
import GRDB

extension OutboxQueue {
  /// A body that was stored to be sent, and may have been.
  package struct StoredFlight: Sendable, Equatable {
    /// Its number.
    package let push: PushNumber
    /// SHA-256 of the body before compression, 32 bytes.
    package let sha: [UInt8]
    /// The body as it goes over the wire.
    package let body: [UInt8]
    /// The number of records in it.
    package let count: Int

    /// A flight with everything given.
    package init(push: PushNumber, sha: [UInt8], body: [UInt8], count: Int) {
      self.push = push
      self.sha = sha
      self.body = body
      self.count = count
    }

    /// Reads `in_flight`. `nil` = it is empty, or has an impossible number: that can't be sent again, and its records
    /// are still in the outbox.
    ///
    /// - Throws: `RowDecodingError` where a value isn't of its column's type.
    init?(in db: Database) throws {
      guard let row = try Row.fetchOne(db, sql: "SELECT push_no, sha, body, count FROM in_flight"),
        let push = try PushNumber(row.value(0))
      else { return nil }
      let (sha, body): (Data, Data) = try (row.value(1), row.value(2))
      self.init(push: push, sha: Array(sha), body: Array(body), count: try row.value(3))
    }
  }

  /// The body in flight, `nil` = none.
  package func flight() throws(StoreError) -> StoredFlight? {
    try library.read { db in try StoredFlight(in: db) }
  }

  /// Stores a body before it is sent for the first time, in the place of any other.
  ///
  /// - Parameter atMs: Now, in milliseconds since 1970.
  package func store(_ flight: StoredFlight, atMs: Int64) throws(StoreError) {
    try library.write { db in
      try db.cachedStatement(
        sql: "INSERT OR REPLACE INTO in_flight(one, push_no, sha, body, count, created_at) VALUES (1, ?1, ?2, ?3, ?4, ?5)"
      ).execute(arguments: [flight.push.value, Data(flight.sha), Data(flight.body), flight.count, atMs])
    }
  }

  /// Stores another wire form of the same body.
  package func storeBody(_ body: [UInt8], backendState: String) throws(StoreError) {
    try library.write { db in
      try db.execute(sql: "UPDATE in_flight SET body = ?1", arguments: [Data(body)])
      try OutboxQueue.remember(backendState, in: db)
    }
  }

  /// Forgets the body in flight, which is known not to have been committed. Its records are still in the outbox.
  package func dropFlight(backendState: String) throws(StoreError) {
    try library.write { db in
      try db.execute(sql: "DELETE FROM in_flight")
      try OutboxQueue.remember(backendState, in: db)
    }
  }
}

import GRDB

/// Stores usage events of apps that their users chose to send. No route reads them back: they are for the server's
/// operator.
struct SQLiteEvents: Sendable {
  let database: BackendDatabase
  let limits: BackendLimits
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// Stores the lines that aren't there yet, of which each is known by its place.
  func store(_ portion: EventPortion, owner: Owner) async throws -> EventOutcome {
    try await database.commits.write { db in
      try Share(db, owner: owner).requireRoom(forBytes: portion.bytes, limits: limits)
      let statement = try db.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO event(owner, dev, file, "offset", at_ms, event, body, received_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """)
      for event in portion.events {
        try statement.execute(arguments: [
          owner.number, portion.place.device, portion.place.file, event.offset, event.atMs, event.name, event.body, now(),
        ])
      }
      return EventOutcome(accepted: portion.events.count, skipped: portion.skipped)
    }
  }

  /// Removes events that were received before `beforeMs`.
  static func purge(_ db: Database, beforeMs: Int64) throws {
    try db.execute(sql: "DELETE FROM event WHERE received_at_ms < ?", arguments: [beforeMs])
  }
}

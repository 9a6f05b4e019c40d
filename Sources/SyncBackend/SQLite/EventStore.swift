import GRDB
import HealthModel

/// Keeps events of apps' use that their users chose to send. Nobody reads them back by a route: they are for whoever runs the server.
struct EventStore: Sendable {
  let database: BackendDatabase
  let limits: BackendLimits
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// Lines of a device's log, and where in it they stand.
  struct Portion: Sendable {
    /// Lower-case hex.
    let device: String
    /// What the log's file is known by on the device.
    let file: Int64
    /// Bytes before the first line in that file.
    let offset: Int64
    /// JSON objects, each ended by a line feed.
    let lines: [UInt8]
  }

  /// What became of a portion's lines.
  struct Outcome: Sendable, Equatable {
    /// Lines that are stored now, or were already.
    var accepted = 0
    /// Lines that are no events, or too long.
    var skipped = 0
  }

  /// Stores the lines that aren't there yet, of which each is known by its place.
  func store(_ portion: Portion, owner: Owner) async throws -> Outcome {
    try await database.commits.write { db in
      var outcome = Outcome()
      let statement = try db.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO event(owner, dev, file, "offset", at_ms, event, body, received_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """)
      var place = portion.offset
      for line in portion.lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        defer { place += Int64(line.count) + 1 }
        if line.isEmpty { continue }
        guard line.count <= limits.maxEventBytes, let json = try? JSON(parsing: Array(line)), let atMs = json["at_ms"].int,
          let event = json["event"].string, event.utf8.count <= 64
        else {
          outcome.skipped += 1
          continue
        }
        try statement.execute(arguments: [
          owner.number, portion.device, portion.file, place, atMs, event, json.text, now(),
        ])
        outcome.accepted += 1
      }
      return outcome
    }
  }

  /// Removes events that were received before `beforeMs`.
  static func purge(_ db: Database, beforeMs: Int64) throws {
    try db.execute(sql: "DELETE FROM event WHERE received_at_ms < ?", arguments: [beforeMs])
  }
}

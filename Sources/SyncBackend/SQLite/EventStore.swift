import GRDB
import HealthModel

/// Stores usage events of apps that their users chose to send. No route reads them back: they are for the server's
/// operator.
struct EventStore: Sendable {
  let database: BackendDatabase
  let limits: BackendLimits
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// Events of a device's log, checked, and how many lines were none.
  struct Portion: Sendable {
    let place: EventPlace
    /// The events, in the order of the lines.
    var events: [Event] = []
    /// Lines that aren't events, or are too long.
    var skipped = 0
  }

  /// One line that is an event.
  struct Event: Sendable {
    /// Bytes before the line in the log's file.
    let offset: Int64
    /// Milliseconds since 1970, by the device's clock.
    let atMs: Int64
    /// The event's name, up to 64 bytes.
    let name: String
    /// The whole line as JSON text.
    let body: String
  }

  /// The result of storing a portion's lines.
  struct Outcome: Sendable, Equatable {
    /// Lines that are stored now, or were already.
    var accepted = 0
    /// Lines that aren't events, or are too long.
    var skipped = 0
  }

  /// Reads JSON objects, each ended by a line feed. Throws 413 for too many.
  func portion(of lines: [UInt8], at place: EventPlace) throws(Refusal) -> Portion {
    var portion = Portion(place: place)
    var count = 0
    var start = lines.startIndex
    while start < lines.endIndex {
      let end = lines[start...].firstIndex(of: UInt8(ascii: "\n")) ?? lines.endIndex
      defer { start = end + 1 }
      if start == end { continue }
      count += 1
      guard count <= limits.maxEvents else { throw Refusal.tooLarge("a request may have \(limits.maxEvents) events") }
      if let event = event(lines[start..<end], offset: place.offset + Int64(start)) {
        portion.events.append(event)
      } else {
        portion.skipped += 1
      }
    }
    return portion
  }

  /// Stores the lines that aren't there yet, of which each is known by its place.
  func store(_ portion: Portion, owner: Owner) async throws -> Outcome {
    try await database.commits.write { db in
      try Quota(db, owner: owner, limits: limits).requireRoom(forBytes: portion.events.reduce(0) { $0 + Int64($1.body.utf8.count) })
      let statement = try db.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO event(owner, dev, file, "offset", at_ms, event, body, received_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """)
      for event in portion.events {
        try statement.execute(arguments: [
          owner.number, portion.place.device, portion.place.file, event.offset, event.atMs, event.name, event.body, now(),
        ])
      }
      return Outcome(accepted: portion.events.count, skipped: portion.skipped)
    }
  }

  /// Removes events that were received before `beforeMs`.
  static func purge(_ db: Database, beforeMs: Int64) throws {
    try db.execute(sql: "DELETE FROM event WHERE received_at_ms < ?", arguments: [beforeMs])
  }

  private func event(_ line: ArraySlice<UInt8>, offset: Int64) -> Event? {
    guard line.count <= limits.maxEventBytes, let json = try? JSON(parsing: line), let atMs = json["at_ms"].int,
      ServerClock.years.contains(atMs), let name = json["event"].string, name.utf8.count <= 64
    else { return nil }
    return Event(offset: offset, atMs: atMs, name: name, body: json.text)
  }
}

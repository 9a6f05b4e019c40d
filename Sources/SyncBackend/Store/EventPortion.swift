import HealthModel

/// Events of a device's log, checked, and how many lines were none.
struct EventPortion: Sendable {
  let place: EventPlace
  /// The events, in the order of the lines.
  private(set) var events: [Event] = []
  /// Lines that aren't events, or are too long.
  private(set) var skipped = 0

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

  /// Bytes of all lines.
  var bytes: Int64 { events.reduce(0) { $0 + Int64($1.body.utf8.count) } }

  /// Reads JSON objects, each ended by a line feed. Throws 413 for too many.
  init(_ lines: [UInt8], at place: EventPlace, limits: BackendLimits) throws(Refusal) {
    self.place = place
    var count = 0
    var start = lines.startIndex
    while start < lines.endIndex {
      let end = lines[start...].firstIndex(of: UInt8(ascii: "\n")) ?? lines.endIndex
      defer { start = end + 1 }
      if start == end { continue }
      count += 1
      guard count <= limits.maxEvents else { throw Refusal.tooLarge("a request may have \(limits.maxEvents) events") }
      if let event = Event(lines[start..<end], offset: place.offset + Int64(start), limits: limits) {
        events.append(event)
      } else {
        skipped += 1
      }
    }
  }
}

extension EventPortion.Event {
  /// Reads one line; `nil` when it is no event, or too long.
  fileprivate init?(_ line: ArraySlice<UInt8>, offset: Int64, limits: BackendLimits) {
    guard line.count <= limits.maxEventBytes, let json = try? JSON(parsing: line), let atMs = json["at_ms"].int,
      ServerClock.years.contains(atMs), let name = json["event"].string, name.utf8.count <= 64
    else { return nil }
    self.init(offset: offset, atMs: atMs, name: name, body: json.text)
  }
}

/// The result of storing a portion's lines.
struct EventOutcome: Sendable, Equatable {
  /// Lines that are stored now, or were already.
  var accepted = 0
  /// Lines that aren't events, or are too long.
  var skipped = 0
}

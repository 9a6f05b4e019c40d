import HealthModel

/// An event as the server keeps it.
struct StoredEvent: Sendable {
  /// Its place: the device, the device's log file, and the bytes before it there.
  let place: EventPlace
  /// Milliseconds since 1970 at which the server received it.
  let receivedAtMs: Int64
  /// The line as the device sent it, JSON text.
  let body: String

  /// `{"dev":"d3f19c0a","file":1,"offset":0,"received_at_ms":…,"line":{…}}`.
  var json: JSON {
    .object([
      ("dev", .string(place.device)), ("file", JSON(place.file)), ("offset", JSON(place.offset)), ("received_at_ms", JSON(receivedAtMs)),
      ("line", (try? JSON(parsing: Array(body.utf8))) ?? .string(body)),
    ])
  }
}

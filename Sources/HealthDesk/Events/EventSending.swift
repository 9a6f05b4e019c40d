import HealthModel
import HealthSync

/// Sends the unsent events of a log.
struct EventSending {
  private let log: EventLog
  private let sendsNotices: Bool

  /// - Parameter sendsNotices: Whether the events of notices are sent as well.
  init(_ log: EventLog, sendsNotices: Bool) { (self.log, self.sendsNotices) = (log, sendsNotices) }

  /// Sends events. Best effort: after a failure, they are sent the next time.
  func run(with engine: SyncEngine, reason: SyncReason) async {
    guard (try? engine.takesEvents) == true else { return }
    let mark = EventMark(log)
    for portion in mark.unsent(most: EventSending.portion).prefix(EventSending.most) {
      let place = portion.place
      let lines = sendsNotices ? portion.lines : EventSending.withoutNotices(portion.lines)
      // A portion of which nothing is sent is done with.
      let isSent = lines.isEmpty ? true : try? await engine.sendEvents(lines, file: place.file, offset: place.offset, reason: reason)
      guard isSent == true else { return }
      mark.write(EventMark.Place(file: place.file, offset: place.offset + portion.lines.count))
    }
  }

  /// The lines of all events but those of notices.
  static func withoutNotices(_ lines: [UInt8]) -> [UInt8] {
    let kept = lines.split(separator: UInt8(ascii: "\n")).filter { line in
      (try? JSON(parsing: Array(line)))?["event"].string?.hasPrefix("notif_") != true
    }
    return kept.flatMap { $0 + [UInt8(ascii: "\n")] }
  }

  /// The largest size of a request in bytes, before compression.
  private static let portion = 128 << 10
  /// The largest number of requests after one sync; the whole log needs 40.
  private static let most = 40
}

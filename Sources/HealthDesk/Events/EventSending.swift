import HealthModel
import HealthSync

/// Sends the unsent events of a log.
struct EventSending {
  private let log: EventLog

  init(_ log: EventLog) { self.log = log }

  /// Sends events. Best effort: after a failure, they are sent the next time.
  func run(with engine: SyncEngine, reason: SyncReason) async {
    guard (try? engine.takesEvents) == true else { return }
    let mark = EventMark(log)
    for portion in mark.unsent(most: EventSending.portion).prefix(EventSending.most) {
      let place = portion.place
      guard (try? await engine.sendEvents(portion.lines, file: place.file, offset: place.offset, reason: reason)) == true else { return }
      mark.write(EventMark.Place(file: place.file, offset: place.offset + portion.lines.count))
    }
  }

  /// The largest size of a request in bytes, before compression.
  private static let portion = 128 << 10
  /// The largest number of requests after one sync; the whole log needs 40.
  private static let most = 40
}

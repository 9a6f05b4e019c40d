import HealthModel
import HealthSync

/// Sends the events of a log that aren't sent yet.
struct EventSending {
  private let log: EventLog

  init(_ log: EventLog) { self.log = log }

  /// Best effort: what can't be sent now is sent the next time.
  func run(with engine: SyncEngine, reason: SyncReason) async {
    guard (try? engine.takesEvents) == true else { return }
    let mark = EventMark(log)
    for portion in mark.unsent(most: EventSending.portion).prefix(EventSending.most) {
      let place = portion.place
      guard (try? await engine.sendEvents(portion.lines, file: place.file, offset: place.offset, reason: reason)) == true else { return }
      mark.write(EventMark.Place(file: place.file, offset: place.offset + portion.lines.count))
    }
  }

  /// Bytes of a request before it is packed.
  private static let portion = 128 << 10
  /// Requests after one sync; the whole log has 40.
  private static let most = 40
}

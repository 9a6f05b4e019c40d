import HealthModel
import Testing

@testable import HealthDesk

/// The part of the log of events that leaves this machine.
@Suite struct EventSendingTests {
  /// G-PROFILE-6: events of notices leave only if the profile allows it.
  @Test func eventsOfNoticesAreLeftOut() {
    let lines = [#"{"at_ms":1,"event":"screen_viewed"}"#, #"{"at_ms":2,"event":"notif_fired"}"#, "broken", #"{"event":"action_failed"}"#]
    let sent = EventSending.withoutNotices(Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(String(decoding: sent, as: UTF8.self) == [lines[0], lines[2], lines[3], ""].joined(separator: "\n"))
    #expect(EventSending.withoutNotices(Array((lines[1] + "\n").utf8)) == [])
  }
}

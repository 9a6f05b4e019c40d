import ActivityWindow
import Forecast
import HealthDesk
import HealthModel
import HealthStore
import Notices
import Synchronization
import TestSupport
import Testing

/// Notices of activity windows, from a forecast that arrived to what a way of delivery shows.
@Suite struct GoNoticesTests {
  /// Good from 17:00 to 19:00 in Jerusalem each day, three hours ahead of UTC; too windy for anything else.
  @Sendable private static func evenings(_ ms: Int64) -> FakeForecast.Hour {
    var hour = FakeForecast.Hour()
    let local = ms / 3_600_000 % 24 + 3
    if local != 17, local != 18 { (hour.rain, hour.rainProbability) = (4, 90) }
    return hour
  }

  private let zone = ZoneRules(fixedMin: 180)

  private func desk(_ go: GoFixture, _ bell: Bell? = nil, quiet: Notices.QuietHours? = nil) -> NoticeDesk {
    let clock = go.clock
    return NoticeDesk(
      go.library, NoticePreferences(quiet: quiet, zone: zone), ways: bell.map { [$0] } ?? [], sources: [GoNotices(go.cache)],
      now: { clock.nowMs })
  }

  private func planned(_ go: GoFixture) throws -> [String] {
    try desk(go).glance().planned.map { item in
      let moment = zone.moment(atMs: item.entry.fireAtMs)
      return "\(moment.day) \(moment.clock) \(item.notice.topic ?? "?") \(item.notice.kind): \(item.notice.text.body)"
    }
  }

  /// G-NOTIFY-11
  @Test func theBestWindowsAreAnnounced() async throws {
    let go = try GoFixture(hour: Self.evenings)
    try go.setUp { $0.activities = [.run] }
    _ = try await go.view()
    try await desk(go).plan()
    // It is 08:30: that of today's window would have been at 06:30.
    #expect(
      try planned(go) == [
        "2026-06-02 06:30 run_solo perfect: Lace up. 17:00-19:00 is perfect. Nice temperature.",
        "2026-06-03 06:30 run_solo perfect: Lace up. 17:00-19:00 is perfect. Nice temperature.",
      ])
    let wanted = try desk(go).glance().planned[0].notice
    #expect(
      wanted.text.title == "Run window" && wanted.category == "activity_window"
        && wanted.actions.map(\.label) == ["View Details", "Dismiss"])
    #expect(wanted.link == "gonow://today?hour=2026-06-02T17:00&mode=run_solo")
    #expect(try await desk(go).plan().changes.isEmpty, "planning twice plans once")
  }

  @Test func aWindowIsAnnouncedOnce() async throws {
    let go = try GoFixture(hour: Self.evenings)
    try go.setUp { $0.activities = [.run] }
    _ = try await go.view()
    let bell = Bell()
    _ = try await desk(go, bell).run()
    go.later(minutes: 22 * 60 + 5)
    _ = try await go.view()
    _ = try await desk(go, bell).run()
    #expect(bell.rung == ["Run window"])
    // A new forecast moves the window by less than half an hour: nothing new.
    _ = try await go.view(.now)
    _ = try await desk(go, bell).run()
    #expect(bell.rung == ["Run window"])
    #expect(try planned(go).allSatisfy { !$0.hasPrefix("2026-06-02") })
  }

  /// G-NOTIFY-11, G-PROFILE-2
  @Test func turningNoticesOffCancelsThem() async throws {
    let go = try GoFixture(hour: Self.evenings)
    try go.setUp()
    _ = try await go.view()
    try await desk(go).plan()
    #expect(Set(try desk(go).glance().planned.compactMap(\.notice.topic)) == ["swim_solo", "run_solo"])
    var change = GoProfileChange()
    change.noticeModes = [.runSolo]
    try go.go.change(change)
    try await desk(go).plan()
    #expect(Set(try desk(go).glance().planned.compactMap(\.notice.topic)) == ["run_solo"])
    #expect(try desk(go).glance().ended.allSatisfy { $0.entry.reason == "user_disabled" })
    change = GoProfileChange()
    change.sendsNotices = false
    try go.go.change(change)
    try await desk(go).plan()
    #expect(try planned(go).isEmpty)
  }

  /// G-NOTIFY-9: 3 to 6 hours: planned notices stay and none is added. Over 6 hours: all are cancelled.
  @Test func anOldForecastPausesNotices() async throws {
    let go = try GoFixture(hour: Self.evenings)
    try go.setUp { $0.activities = [.run] }
    _ = try await go.view()
    try await desk(go).plan()
    let before = try planned(go)
    go.later(minutes: 4 * 60)
    #expect(try await desk(go).plan().changes.isEmpty)
    #expect(try planned(go) == before)
    go.later(minutes: 121)
    try await desk(go).plan()
    #expect(try planned(go).isEmpty)
    #expect(try desk(go).glance().ended.allSatisfy { $0.entry.reason == "stale_data" })
    _ = try await go.view()
    try await desk(go).plan()
    #expect(try planned(go) == before, "they are planned again")
  }

  @Test func quietHoursMoveTheMorning() async throws {
    let go = try GoFixture(hour: Self.evenings)
    try go.setUp {
      $0.activities = [.run]
      $0.quietHours = ActivityWindow.QuietHours(isEnabled: true, startMinute: 1320, endMinute: 420)
    }
    _ = try await go.view()
    try await desk(go).plan()
    #expect(try planned(go).map { $0.prefix(16) } == ["2026-06-02 07:00", "2026-06-03 07:00"])
    try await desk(go, quiet: Notices.QuietHours(startMinute: 0, endMinute: 480)).plan()
    #expect(try planned(go).map { $0.prefix(16) } == ["2026-06-02 08:00", "2026-06-03 08:00"])
  }

  @Test func withoutAProfileOrAForecastThereAreNone() async throws {
    let go = try GoFixture(hour: Self.evenings)
    _ = try await go.view()
    try await desk(go).plan()
    #expect(try planned(go).isEmpty)
    let bare = try GoFixture(hour: Self.evenings)
    try bare.setUp()
    try await desk(bare).plan()
    #expect(try planned(bare).isEmpty)
  }

  /// G-NOTIFY-6
  @Test func theLogTellsWhatBecameOfThem() async throws {
    let go = try GoFixture(hour: Self.evenings)
    let log = EventLog(folder: go.desk.folder.file("events"))
    let events = Events(log: log, isKept: true, isSent: false, folders: [], clock: go.clock)
    let (clock, bell) = (go.clock, Bell())
    func desk(offsetMin: Int = 180) -> NoticeDesk {
      NoticeDesk(
        go.library, NoticePreferences(zone: ZoneRules(fixedMin: offsetMin)), ways: [bell], sources: [GoNotices(go.cache)], events: events,
        now: { clock.nowMs })
    }
    func names() -> [String] { log.events().compactMap { $0["event"].string } }
    try go.setUp { $0.activities = [.run] }
    _ = try await go.view()
    try await desk().plan()
    #expect(names() == ["notif_scheduled", "notif_scheduled"])
    let first = try #require(log.events().first)
    #expect(first["mode"].string == "run_solo" && first["window_start"].string == "2026-06-02T17:00")
    #expect(first["avg_score"].double == 100 && first["fire_time"].string == "2026-06-02T06:30:00+03:00")
    #expect(first["scoring_version"].string == "score_v1" && first["at_ms"].int == go.clock.nowMs)
    // The user travels: 06:30 is an hour later.
    try await desk(offsetMin: 120).plan()
    let moved = try #require(log.events().first { $0["event"].string == "notif_dst_reschedule" })
    #expect(moved["old_offset"].int == 180 && moved["new_offset"].int == 120 && moved["count_rescheduled"].int == 2)
    go.later(minutes: 23 * 60 + 5)
    _ = try await go.view()
    _ = try await desk(offsetMin: 120).run()
    #expect(log.events().first { $0["event"].string == "notif_fired" }?["window_start"].string == "2026-06-02T17:00")
    let link = DeepLink(hour: "2026-06-02T17:00", mode: .runSolo)
    let opened = try #require(try Event.coastOpened(link, in: go.library, at: go.clock.now)).json(atMs: 1)
    #expect(opened["notification_id"].string?.count == 16 && opened["deep_link"].string == link.text)
    let dismissed = try #require(try Event.coastDismissed(link, in: go.library)).json(atMs: 1)
    #expect(dismissed["mode"].string == "run_solo" && dismissed["notification_id"] == opened["notification_id"])
    #expect(try Event.coastDismissed(DeepLink(hour: "2026-06-02T18:00", mode: .runSolo), in: go.library) == nil)
    var change = GoProfileChange()
    change.sendsNotices = false
    try go.go.change(change)
    try await desk(offsetMin: 120).plan()
    #expect(log.events().last?["event"].string == "notif_cancelled" && log.events().last?["reason"].string == "user_disabled")
  }

  /// G-NOTIFY-6
  @Test func permissionsAreEvents() {
    func text(_ event: Event) -> String { event.json(atMs: 1).text }
    #expect(
      text(.coastPermission(isGranted: true))
        == #"{"at_ms":1,"event":"notif_permission_granted","platform":"web","provisional":false,"scoring_version":"score_v1"}"#)
    #expect(
      text(.coastPermission(isGranted: false))
        == #"{"at_ms":1,"event":"notif_permission_denied","platform":"web","scoring_version":"score_v1"}"#)
    #expect(text(.coastSettings) == #"{"at_ms":1,"event":"notif_settings_deep_link","scoring_version":"score_v1"}"#)
  }

  /// G-NOTIFY-7: what was planned follows the place and the dog as well.
  @Test func aChangeOfThePlaceOrTheDogPlansAnew() async throws {
    let go = try GoFixture(hour: Self.evenings)
    try go.setUp {
      $0.activities = [.run]; $0.dog = .set(name: "Rex", size: nil, coat: nil, heatSensitivity: nil)
    }
    _ = try await go.view()
    try await desk(go).plan()
    #expect(Set(try desk(go).glance().planned.compactMap(\.notice.topic)) == ["run_solo", "run_dog"])
    var change = GoProfileChange()
    change.dog = .removed
    try go.go.change(change)
    try await desk(go).plan()
    #expect(Set(try desk(go).glance().planned.compactMap(\.notice.topic)) == ["run_solo"])
    try go.go.add(Place(id: "haifa", name: "Haifa", latitude: 32.8, longitude: 35, zone: "Asia/Jerusalem"))
    try await desk(go).plan()
    #expect(try planned(go).isEmpty, "there is no forecast for it yet")
    #expect(try await go.view().isNew)
    try await desk(go).plan()
    #expect(try !planned(go).isEmpty)
    #expect(try await !go.view().isNew, "it is asked for once an hour")
  }

  @Test func privateWordsNameNothing() async throws {
    let go = try GoFixture(hour: Self.evenings)
    try go.setUp { $0.dog = .set(name: "Rex", size: nil, coat: nil, heatSensitivity: nil) }
    _ = try await go.view()
    try await desk(go).plan()
    for item in try desk(go).glance().planned {
      let text = item.notice.privateText.title + item.notice.privateText.body
      #expect(!text.contains("Rex") && !text.contains("17:00"))
    }
  }
}

/// A way that keeps what it got.
private final class Bell: NoticeWay {
  let id = "bell"
  private let got = Mutex<[String]>([])

  var rung: [String] { got.withLock { $0 } }

  func deliver(_ message: NoticeMessage) throws(DeliveryFailure) { got.withLock { $0.append(message.title) } }
}

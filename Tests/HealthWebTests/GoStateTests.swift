import ActivityWindow
import Forecast
import HealthDesk
import HealthModel
import HealthStore
import Notices
import TestSupport
import Testing

@testable import HealthWeb

/// The states of the pages of activity windows, the days of their plan, and what they tell the log of events.
@Suite struct GoStateTests {
  private let service: FakeForecast
  private let web: WebFixture
  private let log: EventLog

  init() async throws {
    service = try FakeForecast(from: WebFixture.noon.ms)
    var web = try await WebFixture(forecasts: service)
    log = EventLog(folder: web.folder.file("state"))
    web.events = Events(log: log, isKept: true, isSent: false, folders: [], clock: web.clock)
    self.web = web
  }

  /// Sets up a profile.
  private func setUp(_ browser: WebClient, _ fields: String = "swim=1&run=1&preset=balanced") async throws -> String {
    let token = try #require(try await browser.get("/go/profile").token)
    #expect(try await browser.post("/go/setup", "token=\(token)&\(fields)").status == 303)
    return token
  }

  /// Makes up the same weather for each hour, and gets it.
  private func weather(_ browser: WebClient, _ token: String, _ change: @escaping @Sendable (inout FakeForecast.Hour) -> Void) async throws
  {
    service.set { _ in
      var hour = FakeForecast.Hour()
      change(&hour)
      return hour
    }
    web.clock.manual.advance(ms: 61_000)
    _ = try await browser.post("/go/refresh", "token=\(token)")
  }

  /// G-TODAY-8
  @Test func withoutAForecastTheHeaderIsThereAtOnce() async throws {
    try await web.testPaired { (browser) async throws in
      try await web.library.write { library in
        var change = GoProfileChange()
        change.activities = [.run]
        try GoDesk(library, clock: web.clock).change(change)
      }
      let first = try await browser.get("/go")
      #expect(first.body.contains(#"data-state="empty""#) && first.body.contains("<h1>Tel Aviv Coast</h1>"))
      #expect(first.body.contains("Forecast is loading.") && first.body.contains(#"class="bone""#))
    }
  }

  /// G-TODAY-4, G-TODAY-6, G-TODAY-8, G-PLAN-6
  @Test func aDayWithoutWindowsLeadsToThePlan() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try await setUp(browser)
      try await weather(browser, token) { $0.rain = 5 }
      let page = try await browser.get("/go")
      #expect(page.body.contains("No good windows today.") && page.body.contains("Check Planner") && page.body.contains("<b>--</b>"))
      #expect(page.body.contains("Heavy rain") && page.body.contains(#"data-state="ready""#))
      #expect(try await browser.get("/go/plan?mode=run_solo").body.contains("Rough day for Run."))
      _ = try await browser.post("/go/profile/basics", "token=\(token)&name=Jo")
      let none = try await browser.get("/go")
      #expect(none.body.contains("No activities selected.") && none.body.contains(#"href="/go/profile""#))
    }
  }

  /// G-TODAY-6, G-TODAY-7: a card leads to its hour in the plan, and a choice shows the current hour in another mode.
  @Test func cardsAndModesLeadOn() async throws {
    try await web.testPaired { (browser) async throws in
      _ = try await setUp(browser)
      let page = try await browser.get("/go")
      let href = try #require(page.text(after: #"href="/go/plan?mode=run_solo#"#, until: "\""))
      #expect(try await browser.get("/go/plan?mode=run_solo").body.contains("id=\"\(href)\""))
      #expect(page.body.contains(#"data-now="swim_solo""#))
      #expect(try await browser.get("/go?mode=run_solo").body.contains(#"data-now="run_solo""#))
      #expect(page.body.components(separatedBy: "/go/hour?time=2026-02-10T").count > 6, "the next hours open their pages")
    }
  }

  /// G-PLAN-5
  @Test func daysHaveTheirNamesAndWaysToTheNextOnes() async throws {
    try await web.testPaired { (browser) async throws in
      _ = try await setUp(browser)
      let page = try await browser.get("/go/plan?mode=run_solo")
      #expect(page.body.contains("<b>Today</b>") && page.body.contains("<b>Tomorrow</b>") && page.body.contains("<b>Thursday Feb 12</b>"))
      #expect(page.body.components(separatedBy: " open><summary>").count == 3, "two days are open")
      #expect(page.body.contains(#"rel="next" href="/go/plan?mode=run_solo&amp;day=2026-02-11""#) && !page.body.contains(#"rel="prev""#))
      #expect(page.body.contains(#"href="/go/profile#preset">Balanced"#))
      let third = try await browser.get("/go/plan?mode=run_solo&day=2026-02-12")
      #expect(third.body.components(separatedBy: " open><summary>").count == 2 && !third.body.contains("<b>Tomorrow</b>"))
      #expect(third.body.contains("‹ Tomorrow") && third.body.contains("Friday Feb 13 ›"))
      #expect(third.body.contains(#"href="/go/plan?mode=swim_solo&amp;day=2026-02-12""#), "another mode keeps the day")
      let last = try await browser.get("/go/plan?mode=run_solo&day=2026-02-16")
      #expect(!last.body.contains(#"rel="next""#) && last.body.contains(#"rel="prev""#))
      #expect(try await browser.get("/go/plan?mode=run_solo&day=2026-03-16").body.contains("<b>Today</b>"))
    }
  }

  /// G-PLAN-6
  @Test func aDayWithoutForecastSaysSo() async throws {
    try await web.testPaired { (browser) async throws in
      _ = try await setUp(browser)
      for part in FakeForecast.Service.allCases { service.set(part, to: .closed) }
      web.clock.manual.advance(ms: 2 * 86_400_000)
      let page = try await browser.get("/go/plan?mode=run_solo")
      #expect(page.body.contains("Forecast not available for this day yet."))
    }
  }

  /// G-FORECAST-3, G-NOTIFY-5, G-NOTIFY-7: a new forecast and a changed profile plan notices anew, a refused forecast doesn't.
  @Test func noticesArePlannedAnewAtOnce() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try await setUp(browser)
      #expect(web.replans.count == 2, "the profile, then its first forecast")
      try await weather(browser, token) { $0.waves = 0.4 }
      #expect(web.replans.count == 3)
      for part in FakeForecast.Service.allCases { service.set(part, to: .text("", status: 500)) }
      web.clock.manual.advance(ms: 61_000)
      _ = try await browser.post("/go/refresh", "token=\(token)")
      #expect(web.replans.count == 3)
      _ = try await browser.post("/go/profile/notices", "token=\(token)&enabled=1&run_solo=1&start=22:00&end=07:00")
      _ = try await browser.post("/go/profile/confirm", "token=\(token)&what=strict")
      #expect(web.replans.count == 5)
    }
  }

  /// G-PROFILE-6
  @Test func changesNeedNoNetwork() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try await setUp(browser)
      for part in FakeForecast.Service.allCases { service.set(part, to: .closed) }
      web.clock.manual.advance(ms: 2 * 3_600_000)
      #expect(try await browser.follow(browser.post("/go/profile/confirm", "token=\(token)&what=chill")).body.contains("Saved."))
      let profile = try await browser.get("/go/profile").body
      #expect(profile.contains("More go, fewer warnings.") && profile.contains("Higher tolerance for waves, heat, and AQI."))
      #expect(!profile.contains("0.75"), "cards have no thresholds")
    }
  }

  /// G-PROFILE-5
  @Test func deletingSaysWhatGoes() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try await setUp(browser)
      #expect(try await browser.get("/go/profile").body.contains("Scoring score_v1"))
      let question = try await browser.get("/go/profile/confirm?what=delete")
      #expect(question.body.contains("This removes your profile, preferences, saved places and planned notices."))
      _ = try await browser.post("/go/profile/confirm", "token=\(token)&what=delete")
      #expect(try await browser.get("/go/profile").body.contains(#"action="/go/setup""#))
    }
  }

  /// G-NOTIFY-6, G-NOTIFY-10
  @Test func browsersTellWhatBecameOfNotices() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try await setUp(browser, "run=1&preset=balanced&notices=1")
      let (cache, clock) = (web.cache, web.clock)
      try await web.library.ask { library in
        let desk = NoticeDesk(
          library, NoticePreferences(zone: ZoneRules(fixedMin: 120)), ways: [], sources: [GoNotices(cache)], now: { clock.nowMs })
        try await desk.plan()
      }
      let wanted = try await web.library.read { try NoticeTable($0).planned() }.first?.wanted
      let link = try #require(wanted?["link"].string)
      #expect(try await browser.post("/go/dismissed", "token=\(token)&link=\(link.inQuery)").status == 204)
      #expect(try await browser.post("/go/dismissed", "token=\(token)&link=gonow://today?hour=2020-01-01T07:00").status == 204)
      #expect(try await browser.post("/go/dismissed", "token=\(token)&link=/plan").status == 400)
      #expect(try await browser.post("/go/dismissed", "token=wrong&link=\(link.inQuery)").status == 403)
      #expect(try await browser.post("/settings/push/denied", "token=\(token)").status == 204)
      #expect(try await browser.post("/settings/push/denied", "token=wrong").status == 403)
      let page = try await browser.get("/go")
      #expect(page.body.contains("Enable notifications to get swim/run alerts."))
      #expect(try await browser.get("/go/notifications").headers["location"] == "/settings#push")
    }
    let named = log.events().compactMap { $0["event"].string }.filter { $0.hasPrefix("notif_") }
    #expect(named == ["notif_dismissed", "notif_permission_denied", "notif_settings_deep_link"])
    #expect(log.events().first { $0["event"].string == "notif_dismissed" }?["mode"].string == "run_solo")
  }

  @Test func finishedWorkoutsStandBesideTheirWindows() async throws {
    try await web.testPaired { (browser) async throws in
      _ = try await setUp(browser)
      #expect(try await !browser.get("/go").body.contains("<h2>Done</h2>"))
      let (clock, folder) = (web.clock, web.folder)
      let export = try folder.write(
        Array(
          #"""
          {"data":{"metrics":[],"workouts":[{"name":"Outdoor Run","start":"2026-02-10 08:00:00 +0200","end":"2026-02-10 08:30:00 +0200",\#
          "duration":1800}]}}
          """#.utf8), to: "export.json")
      try await web.library.write { library in
        _ = try FileImport(
          library, settings: HealthSettings(zone: "Europe/Paris"), clock: clock, temporaryFolder: folder.path, isInterrupted: { false }
        ).run(export)
      }
      let page = try await browser.get("/go")
      #expect(page.body.contains("Running, 08:00</span>") && page.body.contains("100 Perfect, in the window 02:00-00:00"), "\(page.body)")
    }
  }
}

import ActivityWindow
import Forecast
import HealthDesk
import HealthModel
import HealthStore
import TestSupport
import Testing

@testable import HealthWeb

/// The pages of activity windows, which work without a script.
@Suite struct GoPageTests {
  private let web: WebFixture
  private let service: FakeForecast

  init() async throws {
    service = try FakeForecast(from: WebFixture.noon.ms)
    web = try await WebFixture(forecasts: service)
  }

  /// Sets up a profile and gets a forecast.
  private func setUp(_ browser: WebClient, _ fields: String = "swim=1&run=1&preset=balanced") async throws -> String {
    let token = try #require(try await browser.get("/go/profile").token)
    let answer = try await browser.follow(browser.post("/go/setup", "token=\(token)&\(fields)"))
    #expect(answer.status == 200 && answer.body.contains("You&#39;re set. The coast awaits."), "\(answer.body)")
    return token
  }

  /// G-TODAY-4
  @Test func beforeASetUpNothingIsAskedFor() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/go")
      #expect(page.status == 200 && page.body.contains("Plan the coast. Skip the guesswork.") && page.body.contains(#"data-state="empty""#))
      #expect(try await browser.get("/go/plan").status == 303)
    }
    #expect(service.calls == 0)
  }

  /// G-TODAY-1, G-TODAY-3
  @Test func todayShowsACardForEachMode() async throws {
    try await web.testPaired { (browser) async throws in
      _ = try await setUp(browser, "swim=1&run=1&preset=strict&dog=Rex+%3Cb%3E&size=large&heat=low&notices=1")
      let page = try await browser.get("/go")
      #expect(page.body.contains(#"data-state="ready""#) && page.body.contains("Weather data from Open-Meteo"))
      for mode in ActivityMode.allCases { #expect(page.body.contains(#"data-mode="\#(mode.rawValue)""#)) }
      #expect(page.body.contains("Swim with Rex &lt;b&gt;"), "names are escaped")
      #expect(page.body.contains("Updated 0m ago") && page.body.contains(#"data-freshness="fresh""#))
      #expect(page.body.contains("Now, 13:00"), "by the clock of the place")
      let setup = try await web.library.read { try GoDesk($0, clock: web.clock).setup() }
      #expect(setup.profile.preset == .strict && setup.profile.dog?.size == .large && setup.profile.sendsNotices)
    }
  }

  /// G-PROFILE-4
  @Test func aSetUpNeedsAnActivity() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/go/profile").token)
      let refused = try await browser.post("/go/setup", "token=\(token)&preset=chill&dog=Rex")
      #expect(refused.status == 422 && refused.body.contains("Choose at least one activity.") && refused.body.contains(#"value="Rex""#))
      #expect(try await browser.post("/go/setup", "token=\(token)&preset=mad").status == 400)
      #expect(try await browser.post("/go/setup", "token=wrong&swim=1").status == 403)
    }
  }

  /// G-PLAN-2, G-PLAN-7
  @Test func thePlanShowsSevenDaysAndTheirHours() async throws {
    service.set { ms in
      var hour = FakeForecast.Hour()
      if ms % 86_400_000 == 11 * 3_600_000 { hour.rain = 5 }
      return hour
    }
    try await web.testPaired { (browser) async throws in
      _ = try await setUp(browser)
      let page = try await browser.get("/go/plan?mode=run_dog")
      #expect(page.body.components(separatedBy: "<details class=\"card\" data-day=").count == 8)
      #expect(page.body.contains("Best 100 at 00:00") || page.body.contains("Best 100 at 02:00"))
      #expect(page.body.contains("Add your dog in"))
      #expect(page.body.contains("0 <s>Nope</s> Heavy rain") && page.body.contains("13:00: not recommended. Heavy rain."))
      let hour = try await browser.get("/go/hour?time=2026-02-11T13:00&mode=run_solo")
      #expect(hour.status == 200 && hour.body.contains("Tomorrow 13:00") && hour.body.contains("Heavy rain"))
      #expect(hour.body.contains("<dt>Rain amount</dt><dd class=\"num\">5 mm</dd>"))
      #expect(try await browser.get("/go/hour?time=2026-02-10T07:00&mode=run_solo").body.contains("07:00 (past)"))
    }
  }

  /// G-NOTIFY-13: The links of notices.
  @Test func aLinkOpensItsHourOrToday() async throws {
    try await web.testPaired { (browser) async throws in
      _ = try await setUp(browser)
      let link = try await browser.get("/go?hour=2026-02-11T07:00&mode=swim_solo")
      #expect(link.status == 303 && link.headers["location"] == "/go/hour?time=2026-02-11T07:00&mode=swim_solo")
      let past = try await browser.get("/go?hour=2020-01-01T07:00&mode=swim_solo")
      #expect(past.status == 200 && past.body.contains("isn&#39;t in the forecast"))
      let unknown = try await browser.get("/go?hour=2026-02-11T07:00&mode=surf")
      #expect(unknown.status == 200 && unknown.body.contains("isn&#39;t in the forecast"))
      #expect(try await browser.follow(browser.get("/go/hour?time=noon")).body.contains("That hour isn&#39;t in the forecast"))
    }
  }

  /// G-TODAY-5
  @Test func refreshSaysWhenThereIsNoNetwork() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try await setUp(browser)
      web.clock.manual.advance(ms: 200 * 60_000)
      for part in FakeForecast.Service.allCases { service.set(part, to: .text("", status: 500)) }
      let page = try await browser.follow(browser.post("/go/refresh", "token=\(token)"))
      #expect(page.body.contains("Updated 3h+ ago") && page.body.contains(#"badge bad" data-freshness="very_stale""#), "\(page.body)")
      // The page's own refresh in the background may have met the trouble first.
      #expect(page.body.contains(/Open-Meteo(?:&#39;s weather forecast)? (?:has trouble \(500\)|had trouble not long ago)/), "\(page.body)")
      #expect(page.body.contains("Data may be off."))
    }
  }

  @Test func theFirstForecastMayFail() async throws {
    for part in FakeForecast.Service.allCases { service.set(part, to: .text("", status: 500)) }
    try await web.testPaired { (browser) async throws in
      _ = try await setUp(browser)
      let page = try await browser.get("/go")
      #expect(page.body.contains("Something went wrong. Press Refresh to retry.") && page.body.contains(#"data-state="error""#))
      #expect(try await browser.get("/go/plan").body.contains("Couldn&#39;t load forecast."))
    }
  }

  /// G-PROFILE-5
  @Test func theProfileIsChangedAfterAQuestion() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try await setUp(browser, "run=1&preset=balanced&dog=Rex")
      #expect(try await browser.get("/go/profile/confirm?what=chill").body.contains("Switch to Chill?"))
      #expect(try await browser.follow(browser.post("/go/profile/confirm", "token=\(token)&what=chill")).body.contains("Saved."))
      let notices = "token=\(token)&run_solo=1&quiet=1&start=23:00&end=06:00"
      #expect(try await browser.follow(browser.post("/go/profile/notices", notices)).body.contains("Saved."))
      #expect(try await browser.post("/go/profile/notices", "token=\(token)&start=late&end=06:00").status == 400)
      let basics = try await browser.follow(browser.post("/go/profile/basics", "token=\(token)&name=&run=1"))
      #expect(basics.body.contains("The display name must have 1 to 50 characters."))
      #expect(try await browser.get("/go/profile/confirm?what=dog").body.contains("Remove Rex?"))
      _ = try await browser.post("/go/profile/confirm", "token=\(token)&what=dog")
      let export = try await browser.get("/go/profile.json")
      #expect(export.headers["content-disposition"]?.contains("attachment") == true)
      let profile = try JSON(parsing: export.body)
      #expect(profile["preset"].string == "chill" && profile["dog"]["has_dog"].bool == false)
      #expect(profile["notification_preferences"]["enabled"].bool == false)
      _ = try await browser.post("/go/profile/confirm", "token=\(token)&what=delete")
      #expect(try await browser.get("/go/profile").body.contains("What do you do at the coast?"))
      #expect(try await browser.follow(browser.post("/undo", "token=\(token)")).status == 200)
      #expect(try await browser.get("/go/profile").body.contains("Your data"))
    }
  }

  @Test func placesAreAddedShownAndRemoved() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try await setUp(browser)
      #expect(try await browser.follow(browser.post("/go/place/add", "token=\(token)&name=Haifa")).body.contains("Saved Haifa."))
      let typed = "token=\(token)&name=Pool&lat=1,5&lon=-2&zone=UTC"
      #expect(try await browser.follow(browser.post("/go/place/add", typed)).body.contains("Saved Pool."))
      for wrong in ["lat=91&lon=0&zone=UTC", "lat=x&lon=0", "lat=1&lon=2&zone=Mars/Base"] {
        #expect(try await browser.follow(browser.post("/go/place/add", "token=\(token)&name=No&\(wrong)")).body.contains("Not saved."))
      }
      #expect(try await browser.follow(browser.post("/go/place/use", "token=\(token)&place=haifa")).body.contains("Showing Haifa."))
      #expect(try await browser.get("/go").body.contains("<h1>Haifa</h1>"))
      #expect(try await browser.follow(browser.post("/go/place/remove", "token=\(token)&place=haifa")).body.contains("Removed Haifa."))
      #expect(
        try await browser.follow(browser.post("/go/place/remove", "token=\(token)&place=haifa")).body.contains("Nothing was changed."))
    }
  }

  @Test func aPlannedRunShowsItsWindow() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try await setUp(browser)
      _ = try await browser.post("/plan/add", "token=\(token)&id=&at_ms=&day=2026-02-11&kind=workout&title=Run")
      let page = try await browser.get("/plan?day=2026-02-11")
      #expect(page.body.contains("best 00:00-00:00") && page.body.contains("Weather data from Open-Meteo"))
    }
  }
}

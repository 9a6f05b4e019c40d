import Foundation
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Settings
import Synchronization
import TestSupport
import Testing

@testable import HealthWeb

/// What the settings page changes in `config.toml`, and what it shows of what others change there.
@Suite struct ChoicePageTests {
  private let web: WebFixture

  init() async throws { web = try await WebFixture() }

  @Test func aFolderIsConnectedAndDisconnected() async throws {
    let folder = web.folder.file("Health")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      let page = try await browser.follow(browser.post("/settings/connect", "token=\(token)&folder=~/Health"))
      #expect(page.body.contains("Connected ~/Health") && page.body.contains(#"<span class="badge">Granted</span>"#))
      #expect(!page.body.contains("Grant Permissions"))
      #expect(try web.config() == "# mine\n[health]\nzone = \"Europe/Paris\"  # home\nfolders = [\"~/Health\"]\n")
      let missing = try await browser.follow(browser.post("/settings/connect", "token=\(token)&folder=\(web.folder.file("gone"))"))
      #expect(missing.body.contains("Connected, but not granted.") && missing.body.contains("Grant Permissions"))
      let relative = try await browser.follow(browser.post("/settings/connect", "token=\(token)&folder=Health"))
      #expect(relative.body.contains("must begin with / or ~/"))
      _ = try await browser.post("/settings/disconnect", "token=\(token)&folder=\(web.folder.file("gone"))")
      // As the page has it: with the home in full.
      let none = try await browser.follow(browser.post("/settings/disconnect", "token=\(token)&folder=\(folder)"))
      #expect(none.body.contains("Disconnected") && none.body.contains("No folder of health exports is connected."))
      #expect(try web.config().contains("folders = []"))
    }
  }

  @Test func unitsAndZoneAreWrittenAsByTheShell() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      let before = try web.config()
      let same = try await browser.follow(
        browser.post("/settings/units", "token=\(token)&zone=Europe/Paris&weight=kg&distance=km"))
      #expect(same.body.contains("Saved."))
      #expect(try web.config() == before, "what was so isn't written")
      let wrong = try await browser.follow(browser.post("/settings/units", "token=\(token)&zone=Mars/Olympus&weight=kg&distance=km"))
      #expect(wrong.body.contains("must be the name of a time zone") && wrong.body.contains("Not saved."))
      #expect(try web.config() == before)
      #expect(try await browser.post("/settings/units", "token=\(token)&zone=UTC").status == 400)
      let saved = try await browser.follow(browser.post("/settings/units", "token=\(token)&zone=Asia/Tokyo&weight=lb&distance=mi"))
      #expect(saved.body.contains(#"value="lb" checked"#) && saved.body.contains(#"value="mi" checked"#))
      #expect(saved.body.contains(#"name="zone" value="Asia/Tokyo""#))
      #expect(try web.config().contains("zone = \"Asia/Tokyo\"  # home\n") && web.config().contains("weight = \"lb\""))
      _ = try await browser.post("/settings/units", "token=\(token)&zone=&weight=lb&distance=mi")
      #expect(try !web.config().contains("zone"))
    }
  }

  @Test func eventsAreChosen() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/settings")
      #expect(page.body.contains(#"name="log" value="1" checked"#) && page.body.contains(#"name="opt_in" value="1"><"#))
      let token = try #require(page.token)
      let after = try await browser.follow(browser.post("/settings/events", "token=\(token)&opt_in=1"))
      #expect(after.body.contains(#"name="log" value="1"><"#) && after.body.contains(#"name="opt_in" value="1" checked"#))
      #expect(try web.config().contains("opt_in = true") && web.config().contains("log = false"))
    }
  }

  @Test func whatAShellChangesIsSeen() async throws {
    let folder = web.folder.file("exports")
    try await web.testPaired { (browser) async throws in
      #expect(try await browser.get("/settings").body.contains("No folder of health exports is connected."))
      try SettingsFile(paths: web.paths).set(.folders, words: [folder], from: "/", .adds)
      #expect(try await browser.get("/settings").body.contains(folder))
      try web.configure("[health]\nfolders = 5\n")
      let page = try await browser.get("/settings")
      #expect(page.body.contains("must be a list of paths") && page.body.contains(folder), "the folders stay as they were")
      try web.configure("[health]\nfolders = []\n")
      #expect(try await !browser.get("/settings").body.contains(folder))
    }
  }

  @Test func theTokenIsKeptInItsFileAndNeverShown() async throws {
    let secret = "tok-f00d"
    try await web.testPaired(login: { library, login in
      guard let url = login.url else { throw BackendLogin.NoBackend() }
      try AccountFile(library: library.path).write(BackendAccount(url: url, token: login.tokens.token))
      return .accepted
    }) { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      func login(_ fields: String) async throws -> WebClient.Answer {
        try await browser.follow(browser.post("/settings/login", "token=\(token)&\(fields)"))
      }
      #expect(try await login("url=https://b.example&backend_token=").body.contains("Paste the token"))
      #expect(try await login("url=&backend_token=\(secret)").body.contains("Type the backend&#39;s address"))
      let bad = try await login("url=ftp://b.example&backend_token=\(secret)")
      #expect(bad.body.contains("isn&#39;t an https address") && !bad.body.contains(secret))
      #expect(
        try await browser.post("/settings/login", "token=\(token)&url=https://b.example&dialect=x&backend_token=\(secret)").status == 400)
      let page = try await login("url=https://b.example&dialect=hsync&backend_token=\(secret)")
      #expect(page.body.contains("Signed in.") && page.body.contains("Sign out") && !page.body.contains(secret))
      #expect(try AccountFile(library: web.library.path).read()?.token == secret)
      let rights = try FileManager.default.attributesOfItem(atPath: AccountFile(library: web.library.path).path)[.posixPermissions]
      #expect(rights as? Int == 0o600)
      let out = try await browser.follow(browser.post("/settings/logout", "token=\(token)"))
      #expect(out.body.contains("Signed out.") && AccountFile(library: web.library.path).isUsable == false)
      #expect(try await browser.follow(browser.post("/settings/logout", "token=\(token)")).body.contains("You aren&#39;t signed in."))
    }
  }

  @Test func noFormWorksWithoutItsToken() async throws {
    try await web.testPaired { (browser) async throws in
      for path in ["grant", "connect", "disconnect", "units", "events", "login", "logout", "import/cancel"] {
        #expect(try await browser.post("/settings/\(path)", "folder=/&zone=UTC").status == 403, "\(path)")
      }
      #expect(try web.config().contains("Europe/Paris"))
    }
  }
}

/// A clock in a zone that isn't the machine's.
@Suite struct ZoneClockTests {
  @Test(arguments: [
    ("Europe/Paris", "2026-02-10", 12, 3, "2026-02-10T11:03"), ("Europe/Paris", "2026-07-10", 0, 0, "2026-07-09T22:00"),
    // Skipped by daylight saving: an hour later.
    ("Europe/Paris", "2026-03-29", 2, 30, "2026-03-29T01:30"), ("America/New_York", "2026-03-08", 2, 30, "2026-03-08T07:30"),
    ("Asia/Tokyo", "2026-01-01", 8, 59, "2025-12-31T23:59"),
  ])
  func aTimeOfDayIsThatOfTheZone(zone: String, day: String, hour: Int, minute: Int, utc: String) throws {
    let moment = ZoneClock { zone }.moment(on: try #require(Day(day)), hour: hour, minute: minute)
    let shown = Moment(ms: moment.ms, utcOffsetMin: 0)
    #expect("\(shown.day)T\(shown.clock)" == utc)
  }

  @Test func theZoneMayChange() {
    let zone = Zone()
    let clock = ZoneClock { zone.name.withLock { $0 } }
    #expect(clock.moment(atMs: WebFixture.noon.ms).clock == "12:03")
    zone.name.withLock { $0 = "Asia/Tokyo" }
    #expect(clock.moment(atMs: WebFixture.noon.ms).clock == "20:03")
  }

  private final class Zone: Sendable { let name = Mutex("Europe/Paris") }
}

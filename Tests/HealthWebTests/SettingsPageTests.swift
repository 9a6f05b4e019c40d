import Foundation
import HealthDesk
import HealthModel
import HealthStore
import TestSupport
import Testing

@testable import HealthWeb

/// M-SET: sources, sync, browsers, look and backup as a page.
@Suite struct SettingsPageTests {
  private let web: WebFixture

  init() async throws { web = try await WebFixture() }

  @Test func withoutAFolderItSaysHowToConnectOne() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/settings")
      #expect(page.status == 200 && page.body.contains("Not granted") && page.body.contains("Grant Permissions"))
      #expect(page.body.contains("health.folders") && page.body.contains("Run Manual Sync") && page.body.contains("Never synced"))
    }
  }

  /// M-SET-4
  @Test func aDeniedFolderCanBeTriedAgain() async throws {
    let folder = web.folder.file("exports")
    try await web.testPaired(folders: [folder]) { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      let denied = try await browser.follow(browser.post("/settings/grant", "token=\(token)"))
      #expect(denied.body.contains("Can&#39;t read") && denied.body.contains("badge warn"))
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let granted = try await browser.follow(browser.post("/settings/grant", "token=\(token)"))
      #expect(granted.body.contains("<span class=\"badge\">Granted</span>") && !granted.body.contains("Grant Permissions"))
    }
  }

  @Test func aSyncWithoutABackendSaysSo() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      let answer = try await browser.follow(browser.post("/sync", "token=\(token)"))
      #expect(answer.body.contains("Sync Failed") && answer.body.contains("no backend") && answer.body.contains("Never synced"))
    }
  }

  @Test func anotherBrowserIsRevokedAndThisOneSignsOut() async throws {
    let code = try await web.code()
    try await web.testPaired { (browser) async throws in
      let other = browser.with(cookie: try await browser.with(cookie: nil).pair(code.text, name: "Tablet").cookie)
      #expect(try await other.get("/").status == 200)
      let sessions = try await web.library.read { try BrowserSessions($0).all(seenSinceMs: 0) }
      let (tablet, own) = (try #require(sessions.first { $0.name == "Tablet" }), try #require(sessions.first { $0.name == "Phone" }))
      let page = try await browser.get("/settings")
      let token = try #require(page.token)
      #expect(page.body.contains("Revoke Tablet") && page.body.contains("Sign out Phone"))
      #expect(try await browser.post("/settings/devices/revoke", "id=\(tablet.id)").status == 403, "without its token")
      let revoked = try await browser.post("/settings/devices/revoke", "token=\(token)&id=\(tablet.id)")
      #expect(try await browser.follow(revoked).body.contains("Tablet was revoked."))
      #expect(try await other.get("/").status == 401)
      #expect(try await browser.post("/settings/devices/revoke", "token=\(token)&id=\(tablet.id)").status == 422, "again")
      #expect(try await browser.post("/settings/devices/revoke", "token=\(token)&id=\(own.id)").status == 401)
      #expect(try await browser.get("/").status == 401)
    }
  }

  @Test func theThemeStays() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      let answer = try await browser.post("/settings/look", "token=\(token)&theme=dark")
      #expect(answer.cookie == "hsync-theme=dark")
      let dark = browser.with(cookie: "\(browser.cookie ?? ""); hsync-theme=dark")
      #expect(try await dark.get("/").body.contains("<html lang=\"en\" data-theme=\"dark\">"))
      #expect(try await browser.with(cookie: "\(browser.cookie ?? ""); hsync-theme=x\"y").get("/").body.contains("<html lang=\"en\">"))
      #expect(try await browser.post("/settings/look", "token=\(token)&theme=pink").status == 400)
    }
  }

  @Test func exportsAreThoseOfTheShell() async throws {
    try await web.library.write { library in
      let wish = MealWish(eatenAt: WebFixture.noon, slot: .lunch, amount: nil, note: nil)
      let meal = Meal(byHand: "Chili, hot", nutrition: Nutrition(energyKcal: 500), wish: wish, now: WebFixture.noon)
      try Diary(library).log(meal, at: WebFixture.noon)
    }
    try await web.testPaired { (browser) async throws in
      #expect(try await browser.get("/settings").body.contains(#"<option value="meal">meal</option>"#))
      let all = try await browser.bytes("/settings/export?kind=&format=json")
      let lines = String(decoding: all.body, as: UTF8.self).split(separator: "\n")
      #expect(all.head.contains("filename=\"hsync-2026-02-10.ndjson\""))
      #expect(lines.first?.hasPrefix(#"{"kind":"meal","id":"#) == true && lines.last?.hasPrefix(#"{"kind":"export","format":1,"#) == true)
      let csv = try await browser.get("/settings/export?kind=meal&format=csv")
      #expect(csv.status == 200 && csv.headers["content-type"] == "text/csv; charset=utf-8" && csv.body.contains("\"Chili, hot\""))
      #expect(csv.headers["content-disposition"] == "attachment; filename=\"hsync-2026-02-10-meal.csv\"")
      #expect(try await browser.get("/settings/export?format=csv").status == 422)
      #expect(try await browser.get("/settings/export?kind=secret").status == 404)
      #expect(try await browser.get("/settings/export?kind=meal&format=xml").status == 400)
      #expect(try await browser.with(cookie: nil).get("/settings/export").status == 401)
    }
  }

  @Test func theBackupIsTheLibrary() async throws {
    try await web.library.write { library in
      let wish = MealWish(eatenAt: WebFixture.noon, slot: .lunch, amount: nil, note: nil)
      let meal = Meal(byHand: "Chili", nutrition: Nutrition(energyKcal: 500), wish: wish, now: WebFixture.noon)
      try Diary(library).log(meal, at: WebFixture.noon)
    }
    try await web.testPaired { (browser) async throws in
      let answer = try await browser.bytes("/settings/backup")
      #expect(answer.head.contains("filename=\"hsync-2026-02-10.db\"") && answer.body.starts(with: "SQLite format 3".utf8))
      let file = web.folder.file("copy.db")
      try Data(answer.body).write(to: URL(fileURLWithPath: file))
      #expect(try MealLog(Library(at: file)).meals(on: WebFixture.noon.day).map(\.name) == ["Chili"])
    }
  }
}

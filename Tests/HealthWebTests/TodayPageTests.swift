import Foundation
import GRDB
import HealthDesk
import HealthModel
import HealthStore
import Testing
import WeekPlan

@testable import HealthWeb

/// M-HOME: the day as a page.
@Suite struct TodayPageTests {
  private let web: WebFixture

  init() async throws { web = try await WebFixture() }

  @Test func anEmptyDayIsNotKnownAndSaysWhatToDo() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/")
      #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.body.contains(#"data-state="empty">"#) && page.body.contains("Tuesday, 10 February"))
      let values = ["steps", "active_kcal", "workouts", "sleep"].map { value(of: $0, in: page) }
      #expect(values == ["–", "–", "–", "–"], "what isn't known is never zero")
      #expect(page.body.contains("Never synced") && page.body.contains("Not signed in"))
      #expect(page.body.contains("No meals yet") && page.body.contains("Nothing planned."))
    }
  }

  @Test func olderDataAreNamed() async throws {
    try await DatabaseQueue(path: web.library.path).write { db in
      try db.execute(
        sql: "INSERT INTO day_summary(id, day, zone, rule_version, steps) VALUES ('2026-01-20/x', '2026-01-20', 'Europe/Paris', 1, 100)")
    }
    try await web.testPaired { (browser) async throws in
      let body = try await browser.get("/").body
      #expect(!body.contains("No health data yet") && body.contains("No health data in 7 days"), "a day was imported")
      #expect(body.contains("The latest is of Tuesday, 20 January 2026."))
    }
  }

  /// A total of meals whose values aren't all known says so, on each page that has one.
  @Test func totalsSayWhatTheyLack() async throws {
    let (noon, unknown) = (WebFixture.noon, MealWish(eatenAt: WebFixture.noon, slot: .snack, amount: nil, note: nil))
    let whole = Nutrition(energyKcal: 400, proteinG: 10, carbsG: 80, fatG: 4)
    try await web.library.write { library in
      let diary = Diary(library)
      try diary.log(Meal(byHand: "Rice", nutrition: whole, wish: unknown, now: noon), at: noon)
      try diary.log(Meal(byHand: "Buffet", nutrition: Nutrition(), wish: unknown, now: noon), at: noon)
    }
    let lack = "1 meal without all macros; 1 meal without calories"
    try await web.testPaired { (browser) async throws in
      for path in ["/", "/meals"] {
        let body = try await browser.get(path).body
        #expect(body.contains("400 kcal + ?") && body.contains(lack), "\(path)")
      }
      #expect(try await browser.get("/food").body.contains("400 kcal + ?"))
    }
    try await web.library.write { library in
      let diary = Diary(library)
      try diary.delete(MealLog(library).meals(on: noon.day).filter { $0.name == "Rice" }, at: noon)
    }
    try await web.testPaired { (browser) async throws in
      for path in ["/", "/meals", "/food"] { #expect(try await browser.get(path).body.contains("? kcal<"), "\(path): it was 0 kcal") }
    }
  }

  /// M-HOME-8
  @Test func aSourceThatIsNotGrantedIsSaidOverTheFigures() async throws {
    let folder = web.folder.file("Health <i>")
    try await web.testPaired(folders: [folder]) { (browser) async throws in
      let body = try await browser.get("/").body
      #expect(body.contains("Not granted") && body.contains("Health &lt;i&gt;</span> can't be read") && body.contains("Health access"))
      let prompt = try #require(body.range(of: "Not granted")), cards = try #require(body.range(of: "data-metric"))
      #expect(prompt.lowerBound < cards.lowerBound && body.contains("Log by hand"), "nothing is blocked")
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try await web.testPaired(folders: [folder]) { (browser) async throws in
      #expect(try await browser.get("/").body.contains("No health data in 7 days"))
    }
  }

  @Test func tabsAreHiddenAndTheirPagesStay() async throws {
    var web = try await WebFixture()
    web.shown = WebSettings.ShownParts(plan: false, scan: false, settings: false, mirror: false)
    web.mirror = MirrorLink("https://app.example.org/")
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/")
      let bar = try #require(page.text(after: #"<nav class="tabs""#, until: "</nav>"))
      #expect(bar.contains("Today") && bar.contains("Food") && !bar.contains("Plan") && !bar.contains("Scan") && !bar.contains("More"))
      #expect(!page.body.contains("Open Web Mirror") && page.body.contains("Go to Planner") && page.body.contains("Open Scanner"))
      for path in ["/plan", "/scan", "/settings"] { #expect(try await browser.get(path).status == 200, "\(path)") }
      #expect(try await browser.get("/mirror").headers["location"] == "https://app.example.org/")
    }
  }

  /// M-HOME-7, M-MIRROR-4
  @Test func theOwnWebAppIsLinkedAndGetsNothing() async throws {
    var web = try await WebFixture()
    web.mirror = MirrorLink("https://me:secret@app.example.org:8443/day?key=1")
    try await web.testPaired { (browser) async throws in
      let body = try await browser.get("/").body
      #expect(body.contains(#"href="/mirror" target="_blank" rel="noopener noreferrer""#) && !body.contains("secret"))
      let answer = try await browser.get("/mirror")
      #expect(answer.status == 303 && answer.headers["location"] == "https://me:secret@app.example.org:8443/day?key=1")
      #expect(try await browser.with(cookie: nil).get("/mirror").status == 401)
    }
    #expect(web.mirror?.origin == "https://app.example.org:8443")
    try await self.web.testPaired { (browser) async throws in
      #expect(try await browser.get("/mirror").status == 404)
      #expect(!(try await browser.get("/").body.contains("Open Web Mirror")))
    }
  }

  @Test(arguments: [
    "javascript:alert(1)", "https://", "ftp://a.example", "https://a b", "https://a\"b", "https://a\r\nX: y", "//a.example", "https://:1",
  ])
  func whatIsNoAddressIsNotLinked(text: String) { #expect(MirrorLink(text) == nil) }

  @Test func mealsStandWithTheirTotalBesideThePlan() async throws {
    try await web.library.write { library in
      let plan = PlanDesk(library, at: WebFixture.noon)
      _ = try plan.add(PlanDraft([(.meal(.dinner), "Soup"), (.workout, "Run")], on: WebFixture.noon.day))
      try Diary(library).log(meal("Chili", kcal: 1500), at: WebFixture.noon)
      try Diary(library).log(meal("Apple", kcal: 52), at: WebFixture.noon)
    }
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/")
      #expect(page.body.contains(#"data-state="ready">"#))
      #expect(page.text(after: #"data-part="total">"#, until: "</li>")?.contains("1,552 kcal") == true)
      #expect(page.body.contains(#"dir="auto">Chili</span>"#) && page.body.contains(#"aria-label="Run done""#))
      #expect(page.body.contains("4 records to sync"))
    }
  }

  @Test func namesAreEscapedAndSteerNothing() async throws {
    try await web.library.write { library in
      let plan = PlanDesk(library, at: WebFixture.noon)
      _ = try plan.add(PlanDraft([(.workout, "\"><script>alert(1)</script>")], on: WebFixture.noon.day))
      _ = try plan.planner.apply([.setNote(day: WebFixture.noon.day, text: "<b>&'")], title: "noted", week: plan.week, at: WebFixture.noon)
      try Diary(library).log(meal("<img src=x onerror=alert(1)>\u{202E}txt", kcal: 5), at: WebFixture.noon)
    }
    try await web.testPaired { (browser) async throws in
      let body = try await browser.get("/").body
      #expect(!body.contains("<script>") && !body.contains("<img") && !body.contains("<b>&'") && !body.contains("\u{202E}"))
      #expect(body.contains("&lt;img src=x onerror=alert(1)&gt; txt") && body.contains("&lt;b&gt;&amp;&#39;"))
      #expect(body.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; done"))
    }
  }

  @Test func aNameOfABrowserIsEscaped() async throws {
    let code = try await web.code()
    try await web.test { (browser) async throws in
      #expect(try await browser.pair(code.text, name: "%3Ci%3E%1B%5B2J+my++phone").status == 303)
      let names = try await web.library.read { try BrowserSessions($0).all(seenSinceMs: 0).map(\.name) }
      #expect(names == ["<i> [2J my phone"])
    }
  }

  @Test func anEscapedTextIsWrittenOnce() {
    let name = "<i>"
    let piece: HTML = "<b>\(name)</b>"
    #expect(piece.markup == "<b>&lt;i&gt;</b>")
    #expect(("<p>\(piece)\(["<br>", "&amp;"] as [HTML])</p>" as HTML).markup == "<p><b>&lt;i&gt;</b><br>&amp;</p>")
    #expect(HTML(text: "a\u{0}\u{9B}b\"'").markup == "a  b&quot;&#39;")
  }

  private func value(of metric: String, in page: WebClient.Answer) -> String? {
    guard let card = page.text(after: "data-metric=\"\(metric)\"", until: "</section>"), let start = card.range(of: "<b class=\"num\">")
    else { return nil }
    return card[start.upperBound...].prefix { $0 != "<" }.split(separator: " ").joined(separator: " ")
  }

  private func meal(_ name: String, kcal: Double) -> Meal {
    let wish = MealWish(eatenAt: WebFixture.noon, slot: .lunch, amount: nil, note: nil)
    return Meal(byHand: name, nutrition: Nutrition(energyKcal: kcal), wish: wish, now: WebFixture.noon)
  }
}

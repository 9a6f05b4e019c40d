import Foundation
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Testing
import WeekPlan

@testable import HealthWeb

/// Pages that are kept in memory: each is sent again for as long as it is right, and made anew at once when something that it shows has changed.
@Suite struct KeptPageTests {
  private let web: WebFixture
  private let mealID = "0197e2a4-6f00-7000-8000-00000000abcd"

  init() async throws { web = try await WebFixture() }

  /// A page of each kept route.
  private static let paths: [KeptRoute: String] = [
    .today: "/", .plan: "/plan", .scan: "/scan", .product: "/scan/code?code=\(Shelf.oats)", .food: "/food?q=chili",
    .meal: "/food/0197e2a4-6f00-7000-8000-00000000abcd", .trends: "/trends?range=year", .day: "/day/2026-02-10", .settings: "/settings",
  ]

  /// Runs a test as a paired browser that sees the pages that are kept. A meal and a product are there.
  private func kept(_ body: @Sendable (WebClient, KeptPages) async throws -> Void) async throws {
    let (code, meal) = (try await web.code(), meal("Chili", id: mealID))
    try await web.library.write { try Diary($0).log(meal, at: WebFixture.noon) }
    web.shelf.put(.found(Shelf.product()))
    try await web.test(try web.settings()) { browser, kept in
      try await body(browser.with(cookie: browser.pair(code.text).cookie), kept)
    }
  }

  private func meal(_ name: String, id: String? = nil, ms: Int64 = WebFixture.noon.ms) -> Meal {
    let at = Moment(ms: ms, utcOffsetMin: 60)
    let wish = MealWish(eatenAt: at, slot: .lunch, amount: nil, note: nil, id: id)
    return Meal(byHand: name, nutrition: Nutrition(energyKcal: 500), wish: wish, now: at)
  }

  /// The body without the ids of the forms for new entries.
  private func withoutIDs(_ page: WebClient.Answer) -> String { page.body.replacing(KeptPageTests.entry, with: "ID") }

  private func ids(_ page: WebClient.Answer) -> [Substring] { page.body.matches(of: KeptPageTests.entry).map(\.1) }

  private static var entry: Regex<(Substring, Substring)> { #/name="id" value="([0-9a-f-]{36})"><input type="hidden" name="at_ms">/# }

  @Test(arguments: KeptRoute.allCases) func anUnchangedPageIsMadeOnce(route: KeptRoute) async throws {
    let path = try #require(KeptPageTests.paths[route])
    try await kept { (browser, kept) async throws in
      // The first page of settings makes the key of notices, which it shows.
      for _ in 0..<2 { #expect(try await browser.get(path).status == 200) }
      let (count, first) = (kept.madeCount, try await browser.get(path))
      let second = try await browser.get(path)
      #expect(kept.madeCount == count && withoutIDs(first) == withoutIDs(second))
      #expect(first.headers == second.headers && first.headers["cache-control"] == "no-store")
    }
  }

  /// With the same id, the second of two entries would count as a repetition of the first.
  @Test(arguments: [
    "/plan", "/scan", "/food", "/food?q=chili", "/scan/code?code=\(Shelf.oats)", "/food/0197e2a4-6f00-7000-8000-00000000abcd",
  ])
  func everyAnswerHasEntriesOfItsOwn(path: String) async throws {
    try await kept { (browser, kept) async throws in
      let pages = [try await browser.get(path), try await browser.get(path), try await browser.get(path)]
      #expect(kept.madeCount == 1)
      let all = pages.map(ids)
      #expect(all[0].count > 0 && all.map(\.count) == [all[0].count, all[0].count, all[0].count])
      #expect(Set(all.joined()).count == all.joined().count)
    }
  }

  @Test func twoMealsFromTwoAnswersAreBothLogged() async throws {
    try await kept { (browser, _) async throws in
      for title in ["Apple", "Pear"] {
        let page = try await browser.get("/food")
        let (id, token) = (try #require(ids(page).last), try #require(page.token))
        #expect(try await browser.post("/log", "token=\(token)&id=\(id)&title=\(title)").status == 303)
      }
      #expect(try await web.library.read { try MealLog($0).meals(on: WebFixture.noon.day).count } == 3)
    }
  }

  @Test func aMealLoggedOnAPageIsShownAtOnce() async throws {
    try await kept { (browser, _) async throws in
      #expect(!(try await browser.get("/").body.contains("Soup")))
      let token = try #require(try await browser.get("/food").token)
      let answer = try await browser.follow(browser.post("/log", "token=\(token)&title=Soup"))
      #expect(answer.body.contains("Logged Soup"))
      for path in ["/", "/food", "/food?q=soup"] {
        let page = try await browser.get(path)
        #expect(page.body.contains(">Soup</span>") && !page.body.contains("Logged Soup"), "\(path): the outcome is shown once")
      }
    }
  }

  /// Another connection to the file, as of a command in a shell.
  @Test func aChangeOfAnotherProcessIsShownAtOnce() async throws {
    try await kept { (browser, _) async throws in
      let other = try Library(at: web.library.path)
      for step in 1...5 {
        let title = "Soup \(step)"
        for path in ["/", "/food", "/plan"] { #expect(!(try await browser.get(path).body.contains(title))) }
        try Diary(other).log(meal(title), at: WebFixture.noon)
        _ = try PlanDesk(other, at: WebFixture.noon).add(PlanDraft([(.meal(.dinner), title)], on: WebFixture.noon.day))
        for path in ["/", "/food", "/plan"] { #expect(try await browser.get(path).body.contains(title), "\(path)") }
      }
      try Diary(other).delete([meal("Chili", id: mealID)], at: WebFixture.noon)
      #expect(try await browser.get("/food/\(mealID)").status == 404)
    }
  }

  @Test func whatASyncAppliesIsShownAtOnce() async throws {
    try await kept { (browser, _) async throws in
      for path in ["/", "/food"] { #expect(!(try await browser.get(path).body.contains("Theirs"))) }
      try await web.library.runLong { library in
        let text = JSON.members((meal("Theirs").json.members ?? []).filter { $0.key != "id" }).text
        let record = SyncRecord(
          kind: "meal", id: "0197e2a4-6f00-7000-8000-00000000beef", hlc: WebFixture.noon.ms << 16, dev: "77aa", content: .put(text))
        _ = try OutboxQueue(library).apply([record], cursor: "c", snapshot: .none, backendState: "{}", atMs: WebFixture.noon.ms)
      }
      for path in ["/", "/food"] { #expect(try await browser.get(path).body.contains("Theirs"), "\(path)") }
    }
  }

  @Test func changedSettingsAreShownAtOnce() async throws {
    try await web.library.write { _ = try WeightLog($0).log(kg: 80, on: WebFixture.noon.day, measuredAt: nil, at: WebFixture.noon) }
    try await kept { (browser, _) async throws in
      #expect(!(try await browser.get("/plan").body.contains("+ Kayak tour")))
      try web.configure("[plan]\nquick_workouts = [\"Kayak tour\"]\n")
      #expect(try await browser.get("/plan").body.contains("+ Kayak tour"))
      #expect(!(try await browser.get("/settings").body.contains("can&#39;t be used")))
      try web.configure("[plan\n")
      #expect(try await browser.get("/settings").body.contains("can&#39;t be used"))
      #expect(try await browser.get("/plan").body.contains("+ Kayak tour"), "the last valid settings apply")
      try web.configure("[health]\nzone = \"Asia/Tokyo\"\n")
      let page = try await browser.get("/settings")
      #expect(!page.body.contains("can&#39;t be used") && page.body.contains("Asia/Tokyo"))
      let token = try #require(page.token)
      #expect(try await browser.post("/settings/units", "token=\(token)&zone=Europe/Rome&weight=kg&distance=km").status == 303)
      #expect(try await browser.get("/settings").body.contains("Europe/Rome"))
    }
  }

  @Test func atMidnightTheNextDayIsShown() async throws {
    try await kept { (browser, _) async throws in
      // 23:59:59.999 in the clock's zone, then 1 ms later.
      web.clock.manual.advance(ms: Int64(24 * 60 - WebFixture.noon.minuteOfDay) * 60_000 - WebFixture.noon.ms % 60_000 - 1)
      let before = [
        "/": "Tuesday, 10 February", "/plan": "Tuesday, 10 February, today", "/food": "<span>Today</span>", "/trends": "10 Feb",
      ]
      let after = ["/": "Wednesday, 11 February", "/plan": "Wednesday, 11 February, today", "/food": "<span>Yesterday</span>"]
      for (path, text) in before { #expect(try await browser.get(path).body.contains(text), "\(path)") }
      web.clock.manual.advance(ms: 1)
      for (path, text) in after { #expect(try await browser.get(path).body.contains(text), "\(path)") }
      #expect(try await browser.get("/trends").body.contains("value=\"2026-02-11\""))
    }
  }

  @Test func agesGoOn() async throws {
    try await kept { (browser, _) async throws in
      #expect(try await browser.get("/settings").body.contains("seen just now"))
      web.clock.manual.advance(ms: 60_000)
      #expect(try await browser.get("/settings").body.contains("seen 1 min ago"))
    }
  }

  @Test func aChangedProductFileIsReadAtOnce() async throws {
    @Sendable func file(_ name: String, _ kcal: Int) throws {
      let lines = "code\tname\tserving_g\tenergy_kcal_100g\n\(Shelf.oats)\t\(name)\t40\t\(kcal)\n"
      try web.folder.write(Array(lines.utf8), to: "foods.tsv")
      web.shelf.put(.found(Shelf.product(Shelf.oats, name)))
    }
    try file("Oats", 370)
    try web.configure("[products]\nfile = \"\(web.folder.file("foods.tsv"))\"\n")
    try await kept { (browser, _) async throws in
      let paths = ["/food?q=oat", "/scan/code?code=\(Shelf.oats)"]
      try file("Oats", 370)
      for path in paths { #expect(try await browser.get(path).body.contains("Oats"), "\(path)") }
      try file("Oat flakes", 371)
      for path in paths { #expect(try await browser.get(path).body.contains("Oat flakes"), "\(path)") }
      try FileManager.default.removeItem(atPath: web.folder.file("foods.tsv"))
      #expect(try await browser.get("/food?q=oat").body.contains("The product file can&#39;t be searched."))
    }
  }

  /// The service may answer the next time.
  @Test func aNumberWithoutAProductIsLookedUpEachTime() async throws {
    try await kept { (browser, _) async throws in
      let path = "/scan/code?code=\(Shelf.soup)"
      #expect(try await browser.get(path).body.contains("No product was found"))
      web.shelf.put(.found(Shelf.product(Shelf.soup, "Soup of today")), for: Shelf.soup)
      #expect(try await browser.get(path).body.contains("Soup of today"))
    }
  }

  @Test func aBrowserNeverGetsThePageOfAnother() async throws {
    let code = try await web.code()
    try await kept { (browser, _) async throws in
      let other = try await browser.with(cookie: browser.pair(code.text, name: "Laptop").cookie)
      for path in KeptPageTests.paths.values.sorted() {
        for _ in 0..<2 {
          let (own, foreign) = (try await browser.get(path), try await other.get(path))
          #expect(own.text(after: "hsync-token\" content=\"", until: "\"") != foreign.text(after: "hsync-token\" content=\"", until: "\""))
          #expect(Set(own.body.matches(of: #/name="token" value="(\w+)"/#).map(\.1)).count <= 1, "\(path)")
          #expect(own.token == nil || own.token != foreign.token)
        }
      }
      #expect(
        try await browser.get("/settings").body.contains("<span class=\"name\" dir=\"auto\">Phone</span><span class=\"small soft\">this"))
      #expect(
        try await other.get("/settings").body.contains("<span class=\"name\" dir=\"auto\">Laptop</span><span class=\"small soft\">this"))
      let dark = try await other.with(cookie: "\(other.cookie ?? ""); hsync-theme=dark").get("/")
      #expect(dark.body.contains("data-theme=\"dark\""))
      #expect(!(try await other.get("/").body.contains("data-theme")))
    }
  }

  @Test func aBrowserThatIsRevokedGetsNoKeptPage() async throws {
    let code = try await web.code()
    try await kept { (browser, _) async throws in
      let other = try await browser.with(cookie: browser.pair(code.text).cookie)
      for one in [browser, other] { for _ in 0..<2 { #expect(try await one.get("/").status == 200) } }
      let id = try #require(
        SessionToken(String((browser.cookie ?? "").split(separator: "=").last ?? "")).map { Hexadecimal.text($0.hash.prefix(4)) })
      // As `hsync serve devices revoke` does, in another process.
      _ = try BrowserSessions(Library(at: web.library.path)).revoke(id)
      #expect(try await browser.get("/").status == 401)
      #expect(try await other.get("/").status == 200)
      #expect(try await browser.with(cookie: "hsync-\(browser.port)=\(SessionToken().text)").get("/").status == 401)
      web.clock.manual.advance(ms: SessionToken.lifetimeMs + 1)
      #expect(try await other.get("/").status == 401)
    }
  }

  @Test func simultaneousRequestsShareOneMaking() async throws {
    try await kept { (_, kept) async throws in
      let commits = try await web.library.commitNumber()
      let address = PageShelf.Address(session: PageSession(token: "t", library: "l"), target: "/x")
      let (gates, gate) = AsyncStream<Void>.makeStream()
      @Sendable func ask() async throws -> KeptPage {
        try await kept.page(.trends, at: address, commits: commits) {
          for await _ in gates {}
          return MadePage(page: Page(title: "x", session: nil, content: "y"))
        }
      }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 { group.addTask { try await ask().bytes } }
        gate.finish()
        try await group.waitForAll()
      }
      #expect(kept.madeCount == 1)
    }
  }

  /// What changes while a page is made may not be on it.
  @Test func aPageIsNotKeptIfSomethingChangedMeanwhile() async throws {
    try await kept { (_, kept) async throws in
      let address = PageShelf.Address(session: PageSession(token: "t", library: "l"), target: "/x")
      for step in 1...2 {
        _ = try await kept.page(.trends, at: address, commits: try await web.library.commitNumber()) { [library = web.library] in
          try await library.write { try Notebook($0).update("a") { _ in ("\(step)", ()) } }
          return MadePage(page: Page(title: "x", session: nil, content: "y"))
        }
        #expect(kept.madeCount == step)
      }
    }
  }

  @Test func aHeadIsAPageWithoutItsBody() async throws {
    try await kept { (browser, _) async throws in
      for path in ["/", "/plan", "/settings", "/assets/app.css"] {
        let (page, head) = (try await browser.get(path), try await browser.raw("HEAD \(path)", ["Host": browser.host], body: nil))
        #expect(head.status == 200 && head.body.isEmpty, "\(path)")
        #expect(head.headers["content-type"] == page.headers["content-type"] && head.headers["content-length"] == "\(page.body.utf8.count)")
      }
      #expect(try await browser.raw("HEAD /nothing", ["Host": browser.host], body: nil).status == 404)
      #expect(try await browser.with(cookie: nil).raw("HEAD /", ["Host": browser.host], body: nil).status == 401)
    }
  }
}

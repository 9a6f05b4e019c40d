import Foundation
import HealthDesk
import HealthModel
import HealthStore
import TestSupport
import Testing
import WeekPlan

@testable import HealthWeb

/// The plan as a calendar that programs subscribe to, by a link that opens it and nothing else.
@Suite struct CalendarFeedTests {
  private let web: WebFixture
  private let key = AppKey()
  private var path: String { "/calendar/\(key.text).ics" }

  /// 200 octets and more, of letters of one to four octets.
  private static let title = "Soupe à l’oignon; with bread, cheese 🧀 and \\ " + String(repeating: "👩‍👩‍👧🥖é", count: 12)

  init() async throws {
    web = try await WebFixture()
    let (token, now) = (AppToken(hash: key.hash, name: "Wall", scope: .calendar, createdAtMs: web.clock.nowMs), web.clock.now)
    try await web.library.write { library in
      try AppTokens(library).add(token)
      let edits: [PlanEdit] = [
        .add(kind: .workout, title: "Long run", day: CalendarFeedTests.day("2026-03-29"), id: "dst"),
        .add(kind: .meal(.dinner), title: CalendarFeedTests.title, day: CalendarFeedTests.day("2026-02-11"), id: "long"),
        .add(
          kind: .workout, title: "Swim", day: CalendarFeedTests.day("2026-02-12"),
          repeats: .weekly(until: CalendarFeedTests.day("2026-11-26")), id: "swim"),
        .remove(ref: "swim", week: ISOWeek(of: CalendarFeedTests.day("2026-03-05")), wholeSeries: false),
        .setNote(day: CalendarFeedTests.day("2026-02-10"), text: "guests\nfrom Kyiv"),
        .add(kind: .workout, title: "Far away", day: CalendarFeedTests.day("2030-01-01"), id: "far"),
      ]
      _ = try Planner(library).apply(edits, title: "planned", week: ISOWeek(of: now.day), at: now)
    }
  }

  private static func day(_ text: String) -> Day { Day(text).unsafelyUnwrapped }

  @Test func theLinkShowsThePlanAndNothingElse() async throws {
    try await web.library.write { library in
      try Diary(library).log(
        Meal(
          byHand: "Secret soup", nutrition: Nutrition(energyKcal: 250),
          wish: MealWish(eatenAt: WebFixture.noon, slot: .lunch, amount: nil, note: nil), now: WebFixture.noon), at: WebFixture.noon)
    }
    try await web.test { (client) async throws in
      let answer = try await client.get(path)
      #expect(answer.status == 200 && answer.headers["content-type"] == "text/calendar; charset=utf-8")
      #expect(answer.body.contains("SUMMARY:Long run\r\n") && answer.body.contains("RRULE:FREQ=WEEKLY;UNTIL=20261126\r\n"))
      #expect(!answer.body.contains("Secret") && !answer.body.contains("Far away") && answer.headers["set-cookie"] == nil)
      #expect(try await web.library.read { try AppTokens($0).all() }.first?.usedAtMs == web.clock.nowMs)
      let head = try await client.raw("HEAD \(path)", ["Host": client.host], body: nil)
      #expect(head.status == 200 && head.body.isEmpty && head.headers["etag"] == answer.headers["etag"])
    }
  }

  @Test func whatDidNotChangeIsNotSentAgain() async throws {
    try await web.test { (client) async throws in
      let tag = try #require(try await client.get(path).headers["etag"])
      web.clock.manual.advance(ms: 3_600_000)
      for value in [tag, "\"x\", \(tag)", String(tag.dropFirst(2)), "*"] {
        let same = try await client.get(path, ["If-None-Match": value])
        #expect(same.status == 304 && same.body.isEmpty && same.headers["etag"] == tag, "\(value)")
      }
      let now = web.clock.now
      try await web.library.write { library in
        let edit = PlanEdit.setCompleted(ref: "dst", true, week: nil)
        _ = try Planner(library).apply([edit], title: "done", week: ISOWeek(of: now.day), at: now)
      }
      let changed = try await client.get(path, ["If-None-Match": tag])
      #expect(changed.status == 200 && changed.headers["etag"] != tag && changed.body.contains("X-HSYNC-COMPLETED:TRUE"))
    }
  }

  @Test func noOtherLinkOpensItAndItOpensNothingElse() async throws {
    let (others, now) = ([AppScope.send, .figures].map { (key: AppKey(), scope: $0) }, web.clock.nowMs)
    try await web.library.write { library in
      for other in others {
        try AppTokens(library).add(AppToken(hash: other.key.hash, name: "x", scope: other.scope, createdAtMs: now))
      }
    }
    try await web.test { (client) async throws in
      let wrong =
        others.map(\.key.text) + [AppKey().text, "", "x", key.hash, String(key.text.dropLast()), key.text + "0", key.text.uppercased()]
      for text in wrong { #expect(try await client.get("/calendar/\(text).ics").status == 404, "\(text)") }
      for other in [String(path.dropLast(4)), "/calendar", "/calendar/"] { #expect(try await client.get(other).status == 404, "\(other)") }
      #expect(try await client.get(path, host: "evil.example").status == 421)
      let bearer = ["Host": client.host, "Authorization": "Bearer \(key.text)"]
      #expect(try await client.raw("GET /figures.json", bearer, body: nil).status == 401)
      #expect(try await client.raw("GET /plan", bearer, body: nil).status == 401)
      #expect(try await client.raw("POST /ingest/photo", bearer, body: []).status == 401)
      #expect(try await client.raw("POST \(path)", ["Host": client.host], body: []).status >= 400)
      _ = try await web.library.write { try AppTokens($0).revoke(String(key.hash.prefix(8))) }
      #expect(try await client.get(path).status == 404)
    }
  }

  @Test func linksAreMadeShownOnceAndRevokedOnTheSettingsPage() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      let page = try await browser.post("/settings/tokens", "token=\(token)&name=Kitchen&for=calendar")
      let link = try #require(page.text(after: "<code>http://\(browser.host)", until: "</code>"))
      #expect(page.status == 200 && page.body.contains("New calendar link"))
      #expect(try await browser.with(cookie: nil).get(link).status == 200)
      let settings = try await browser.get("/settings")
      #expect(settings.body.contains("reads the plan as a calendar, used") && !settings.body.contains(link))
      let made = try #require(try await web.library.read { try AppTokens($0).all() }.last)
      _ = try await browser.follow(browser.post("/settings/tokens/revoke", "token=\(token)&id=\(made.id)"))
      #expect(try await browser.get(link).status == 404)
      #expect(try await browser.post("/settings/tokens", "token=\(token)&name=x&for=everything").status == 400)
    }
  }

  // MARK: A calendar program

  private static let python: String? = {
    let path = ProjectFiles.path(".venv-assistants/bin/python")
    return access(path, X_OK) == 0 ? path : nil
  }()

  @Test(.enabled(if: CalendarFeedTests.python != nil, "scripts/setup --assistants wasn't run")) func aCalendarProgramReadsIt() async throws
  {
    let python = try #require(CalendarFeedTests.python)
    try await web.test { (client) async throws in
      let bytes = try await client.bytes(path).body
      let outcome = try Program(python, home: web.folder).run([ProjectFiles.path("Tests/Assistants/calendar_file.py")], input: bytes)
      #expect(outcome.status == 0, "\(outcome.err)")
      let lines = try outcome.lines.map { try JSON(parsing: $0) }
      let calendar = try #require(lines.first)
      #expect(calendar["name"].string == "hsync" && calendar["errors"].array == [] && (calendar["octets"].int ?? 99) <= 75)
      let events = Dictionary(lines.dropFirst().compactMap { line in line["uid"].string.map { ($0, line) } }) { first, _ in first }
      #expect(events.count == 4 && lines.count == 5)
      // Clocks go forward that night; the event is that day, wherever it is read.
      #expect(events["dst@hsync"]?["first"].string == "2026-03-29" && events["dst@hsync"]?["end"].string == "2026-03-30")
      #expect(events["long@hsync"]?["summary"].string == CalendarFeedTests.title)
      #expect(events["swim@hsync"]?["rule"].string == "FREQ=WEEKLY;UNTIL=20261126")
      #expect(events["swim@hsync"]?["excepted"].array == [.string("2026-03-05")])
      #expect(events["note-2026-02-10@hsync"]?["description"].string == "guests\nfrom Kyiv")
    }
  }
}

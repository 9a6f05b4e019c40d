import Foundation
import HealthDesk
import HealthModel
import HealthStore
import TestSupport
import Testing

@testable import HealthWeb

/// Today's figures for the programs of a home, with a token that opens nothing else.
@Suite struct FiguresTests {
  private let web: WebFixture
  private let key = AppKey()

  init() async throws {
    web = try await WebFixture()
    let token = AppToken(hash: key.hash, name: "Home", scope: .figures, createdAtMs: web.clock.nowMs)
    try await web.library.write { try AppTokens($0).add(token) }
  }

  private func get(_ client: WebClient, _ path: String = "/figures.json", key: String? = nil) async throws -> WebClient.Answer {
    try await client.raw("GET \(path)", ["Host": client.host, "Authorization": "Bearer \(key ?? self.key.text)"], body: nil)
  }

  @Test func figuresHaveTheirUnitsAndWhatIsNotKnownIsLeftOut() async throws {
    let noon = WebFixture.noon
    try await web.library.write { library in
      let wish = MealWish(eatenAt: noon, slot: .lunch, amount: nil, note: nil)
      try Diary(library).log(Meal(byHand: "Soup", nutrition: Nutrition(energyKcal: 250, proteinG: 9), wish: wish, now: noon), at: noon)
      _ = try WeightLog(library).log(kg: 81.4, on: noon.day, measuredAt: noon, at: noon)
      _ = try PlanDesk(library, at: noon).add(PlanDraft([(.meal(.lunch), "Soup"), (.workout, "Run")], on: noon.day))
    }
    try await web.test { (client) async throws in
      let answer = try await get(client)
      #expect(answer.status == 200 && answer.headers["content-type"] == "application/json" && answer.headers["cache-control"] == "no-store")
      let json = try JSON(parsing: answer.body.utf8)
      #expect(json["day"].string == "2026-02-10" && json["at_ms"].int == web.clock.nowMs)
      let figures = json["figures"]
      #expect(figures["eaten_kcal"].text == #"{"value":250,"unit":"kcal"}"# && figures["weight_kg"]["value"].double == 81.4)
      #expect(figures["plan_done"]["value"].int == 1 && figures["plan_open"]["value"].int == 1 && figures["meals"]["value"].int == 1)
      #expect(
        figures.members?.map(\.key) == ["eaten_kcal", "protein_g", "meals", "meals_without_energy", "weight_kg", "plan_done", "plan_open"],
        "no steps, no diet plan, no fat")
      #expect(figures["protein_g"]["value"].double == 9 && figures.members?.allSatisfy { !$0.value["unit"].isNull } == true)
    }
  }

  @Test func onlyItsTokenOpensThem() async throws {
    let (sending, now) = (AppKey(), web.clock.nowMs)
    try await web.library.write { try AppTokens($0).add(AppToken(hash: sending.hash, name: "Phone", createdAtMs: now)) }
    let code = try await web.code()
    try await web.test { (client) async throws in
      for text in [sending.text, AppKey().text, "", key.text + "0"] {
        let answer = try await get(client, key: text)
        #expect(answer.status == 401 && answer.headers["www-authenticate"] == "Bearer" && answer.body.contains("no valid token"))
      }
      let browser = client.with(cookie: try await client.pair(code.text).cookie)
      #expect(try await browser.get("/figures.json").status == 401, "a session isn't a token")
      for path in ["/", "/plan", "/settings/backup", "/settings/export", "/live"] {
        #expect(try await get(client, path).status == 401, "\(path)")
      }
      #expect(try await get(client, "/calendar/\(key.text).ics").status == 404)
      #expect(
        try await client.raw("GET /figures.json", ["Host": "evil.example", "Authorization": "Bearer \(key.text)"], body: nil).status == 421)
      _ = try await web.library.write { try AppTokens($0).revoke(String(key.hash.prefix(8))) }
      #expect(try await get(client).status == 401)
    }
  }

  /// Each figure is in the page for users, with its unit.
  @Test func thePageNamesEachFigure() async throws {
    let page = String(decoding: try ProjectFiles.bytes(ProjectFiles.path("docs/home-assistant.md")), as: UTF8.self)
    let now = web.clock.now
    let figures = try await web.library.read { try DayFigures($0, at: now, settings: HealthSettings(zone: "Europe/Paris")) }.figures
    for figure in figures { #expect(page.contains("| `\(figure.name)` | \(figure.unit) |"), "\(figure.name)") }
    #expect(page.matches(of: /value_json\.figures\.(\w+)\.value/).allSatisfy { match in figures.contains { $0.name == match.1 } })
  }

  // MARK: Home Assistant

  private static let python: String? = {
    let path = ProjectFiles.path(".venv-home/bin/python")
    return access(path, X_OK) == 0 ? path : nil
  }()

  /// With the configuration of the page.
  @Test(.enabled(if: FiguresTests.python != nil, "scripts/setup --home wasn't run")) func homeAssistantShowsThem() async throws {
    let page = String(decoding: try ProjectFiles.bytes(ProjectFiles.path("docs/home-assistant.md")), as: UTF8.self)
    let blocks = page.split(separator: "```").filter { $0.hasPrefix("yaml\nrest:") }.map { $0.dropFirst("yaml\n".count) }
    let (configuration, python) = (String(try #require(blocks.first)), try #require(FiguresTests.python))
    let noon = WebFixture.noon
    try await web.library.write { library in
      _ = try WeightLog(library).log(kg: 81.4, on: noon.day, measuredAt: noon, at: noon)
      _ = try PlanDesk(library, at: noon).add(PlanDraft([(.workout, "Run")], on: noon.day))
    }
    try await web.test { (client) async throws in
      let input = Array(configuration.replacing("127.0.0.1:4747", with: client.host).utf8)
      let outcome = try Program(python, home: web.folder).run([ProjectFiles.path("Tests/HomeAssistant/home.py"), key.text], input: input)
      #expect(outcome.status == 0, "\(outcome.err)")
      let states = try JSON(parsing: try #require(outcome.lines.last))
      #expect(states["sensor.weight"].text == #"["81.4","kg"]"# && states["sensor.planned_today"].text == #"["1","items"]"#)
      #expect(states["sensor.eaten"].text == #"["0","kcal"]"#)
      let steps = states["sensor.steps"].array?.first?.string
      #expect(steps == "unknown" || steps == "unavailable")
    }
  }
}

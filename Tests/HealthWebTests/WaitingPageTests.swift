import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import TestSupport
import Testing
import Transport

@testable import HealthWeb

/// Refused records and lost edits: shown, sent again, given up, restored, forgotten.
@Suite struct WaitingPageTests {
  private let web: WebFixture

  init() async throws { web = try await WebFixture() }

  /// Logs a meal that the backend then refuses. Returns its id.
  @discardableResult private func refuse(_ name: String) async throws -> String {
    try await web.library.write { library in
      let meal = WaitingPageTests.meal(name)
      try Diary(library).log(meal, at: WebFixture.noon)
      let queue = OutboxQueue(library)
      let batch = try queue.batch(maxBytes: .max, maxRecords: 100, size: { _ in 1 })
      let outcome = SyncOutcome(
        rejected: batch.records.map { SyncOutcome.Rejection(kind: $0.kind, id: $0.id, code: "range", message: "energy_kcal is too much") })
      _ = try queue.settle(batch.records, push: 1, outcome: outcome, backendState: "{}", atMs: WebFixture.noon.ms)
      return meal.id
    }
  }

  /// Logs a meal, and has another device's newer version win.
  private func lose(_ mine: String, to theirs: String) async throws {
    try await web.library.write { library in
      let meal = WaitingPageTests.meal(mine)
      try Diary(library).log(meal, at: WebFixture.noon)
      let text = JSON.members((meal.json.members ?? []).filter { $0.key != "id" }).text
      let other = text.replacing("\"\(mine)\"", with: "\"\(theirs)\"")
      let queue = OutboxQueue(library)
      let hlc = try queue.batch(maxBytes: .max, maxRecords: 100, size: { _ in 1 }).records.map(\.hlc).max() ?? 0
      let winner = SyncRecord(kind: "meal", id: meal.id, hlc: hlc + 65_536, dev: "77aa", content: .put(other))
      _ = try queue.apply([winner], cursor: "c", snapshot: .none, backendState: "{}", atMs: WebFixture.noon.ms)
    }
  }

  private static func meal(_ name: String) -> Meal {
    let wish = MealWish(eatenAt: WebFixture.noon, slot: .lunch, amount: nil, note: nil)
    return Meal(byHand: name, nutrition: Nutrition(energyKcal: 500), wish: wish, now: WebFixture.noon)
  }

  private func meals() async throws -> [String] {
    try await web.library.read { try MealLog($0).meals(on: WebFixture.noon.day).map(\.name) }
  }

  /// The hidden fields of the first form that sends to `path`, as a form.
  private func form(_ page: WebClient.Answer, to path: String, action: String) throws -> String {
    let start = try #require(page.body.range(of: "action=\"\(path)\""))
    let end = try #require(page.body.range(of: "</form>", range: start.upperBound..<page.body.endIndex))
    let fields = page.body[start.upperBound..<end.lowerBound].matches(of: #/type="hidden" name="(\w+)" value="([^"]*)"/#)
    return (fields.map { "\($0.1)=\($0.2)" } + ["action=\(action)"]).joined(separator: "&")
  }

  @Test func withoutAnythingItIsEmpty() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/waiting")
      #expect(page.body.contains("data-state=\"empty\"") && page.body.contains("Nothing needs a decision."))
    }
  }

  @Test func aRefusedRecordIsSentAgain() async throws {
    try await refuse("Chili <b>")
    try await web.testPaired { (browser) async throws in
      #expect(try await browser.get("/").body.contains("<a href=\"/waiting#refused\">1 record refused by the backend</a>"))
      let page = try await browser.get("/waiting")
      #expect(page.body.contains("Chili &lt;b&gt;, 2026-02-10 12:03") && page.body.contains("Energy_kcal is too much."))
      let form = try form(page, to: "/waiting/refused", action: "retry")
      let done = try await browser.follow(browser.post("/waiting/refused", form))
      #expect(done.body.contains("will be sent with the next sync.") && done.body.contains("Nothing needs a decision."))
      #expect(try await browser.follow(browser.post("/waiting/refused", form)).body.contains("It is no longer refused."))
    }
  }

  @Test func givingUpNeedsABackend() async throws {
    try await refuse("Chili")
    try await web.testPaired { (browser) async throws in
      let form = try form(try await browser.get("/waiting"), to: "/waiting/refused", action: "drop")
      let answer = try await browser.follow(browser.post("/waiting/refused", form))
      #expect(answer.body.contains("Not discarded.") && answer.body.contains("refused by the backend".asTitle))
      #expect(try await meals() == ["Chili"])
    }
  }

  @Test func anUnreachableBackendKeepsTheRecord() async throws {
    try await refuse("Chili")
    let account = try BackendAccount(url: "http://127.0.0.1:9", token: "secret-token")
    try await web.testPaired(engine: { SyncEngine(library: $0, account: account, transport: CurlTransport()) }) { (browser) async throws in
      let form = try form(try await browser.get("/waiting"), to: "/waiting/refused", action: "drop")
      #expect(try await browser.post("/waiting/refused", form).status == 503)
      #expect(try await meals() == ["Chili"])
      #expect(try await browser.get("/waiting").body.contains("Discard"))
    }
  }

  @Test func aLostEditIsRestoredAndUndone() async throws {
    try await lose("Mine", to: "Theirs")
    try await web.testPaired { (browser) async throws in
      #expect(try await browser.get("/").body.contains("<a href=\"/waiting#lost\">1 edit replaced by another device</a>"))
      let page = try await browser.get("/waiting")
      #expect(page.body.contains("<th scope=\"row\">name</th>") && page.body.contains(">Mine</td>") && page.body.contains(">Theirs</td>"))
      let restored = try await browser.follow(browser.post("/waiting/lost", form(page, to: "/waiting/lost", action: "restore")))
      #expect(try await meals() == ["Mine"])
      #expect(restored.body.contains("Restored Mine") && restored.body.contains("<button class=\"text\">Undo</button>"))
      _ = try await browser.post("/undo", "token=\(try #require(restored.token))")
      #expect(try await meals() == ["Theirs"])
    }
  }

  @Test func aLostEditIsForgottenOnce() async throws {
    try await lose("Mine", to: "Theirs")
    try await web.testPaired { (browser) async throws in
      let form = try form(try await browser.get("/waiting"), to: "/waiting/lost", action: "forget")
      #expect(try await browser.follow(browser.post("/waiting/lost", form)).body.contains("dismissed."))
      #expect(try await browser.follow(browser.post("/waiting/lost", form)).body.contains("It was already dismissed."))
      #expect(try await meals() == ["Theirs"])
    }
  }

  @Test(arguments: ["n=1", "n=x&action=restore", "action=restore", "n=1&action=eat"])
  func oddFormsAreRefused(fields: String) async throws {
    try await lose("Mine", to: "Theirs")
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/waiting").token)
      #expect(try await browser.post("/waiting/lost", "token=\(token)&\(fields)").status == 400)
      #expect(try await browser.post("/waiting/lost", fields).status == 403)
      #expect(try await meals() == ["Theirs"])
    }
  }
}

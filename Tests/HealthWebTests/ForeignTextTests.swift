import Foundation
import HealthDesk
import HealthModel
import HealthStore
import TestSupport
import Testing
import WeekPlan

@testable import HealthWeb

/// Texts and addresses that an attacker chose: markup in synced records and products, paths that lead out of a folder.
@Suite struct ForeignTextTests {
  private static let markup = "\"><script>alert(1)</script><img src=x onerror=alert(2)>'"

  private let web: WebFixture

  init() async throws { web = try await WebFixture() }

  @Test func namesOfOtherDevicesAndProductsAreEscaped() async throws {
    let records = try theirRecords()
    #expect(Set(records.map(\.kind)).isSuperset(of: ["meal", "planner_item", "day_note"]), "\(records.map(\.kind))")
    web.shelf.put(.found(Shelf.product(Shelf.oats, Self.markup, source: Self.markup)))
    let id = try #require(records.first { $0.kind == "meal" }).id
    try await web.library.write { library in
      _ = try OutboxQueue(library).apply(records, cursor: "c", snapshot: .none, backendState: "{}", atMs: WebFixture.noon.ms)
    }
    try await web.testPaired { (browser) async throws in
      for path in [
        "/", "/plan", "/food", "/food/\(id)", "/food?q=script", "/scan", "/scan/code?code=\(Shelf.oats)", "/trends", "/day/2026-02-10",
        "/waiting",
        "/settings", "/food?q=\(Self.markup.inQuery)",
      ] {
        let page = try await browser.get(path)
        #expect(page.status == 200, "\(path)")
        #expect(!page.body.contains("<script>") && !page.body.contains("<img src=x"), "\(path)")
        if ["/", "/plan", "/food"].contains(path) || path.hasPrefix("/food/") || path.contains("code=") {
          #expect(page.body.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "\(path)")
        }
      }
    }
  }

  /// A meal, a workout and a note as another device sends them.
  private func theirRecords() throws -> [SyncRecord] {
    let other = try Library(at: web.folder.file("other.db"))
    let wish = MealWish(eatenAt: WebFixture.noon, slot: .lunch, amount: nil, note: Self.markup)
    let meal = Meal(byHand: Self.markup, nutrition: Nutrition(energyKcal: 500), wish: wish, now: WebFixture.noon)
    try Diary(other).log(meal, at: WebFixture.noon)
    let plan = PlanDesk(other, at: WebFixture.noon)
    _ = try plan.add(PlanDraft([(.workout, Self.markup)], on: WebFixture.noon.day))
    _ = try plan.planner.apply(
      [.setNote(day: WebFixture.noon.day, text: Self.markup)], title: "noted", week: plan.week, at: WebFixture.noon)
    let batch = try OutboxQueue(other).batch(maxBytes: .max, maxRecords: 100, size: { _ in 1 })
    return batch.records.map { SyncRecord(kind: $0.kind, id: $0.id, hlc: $0.hlc, dev: "77aa", content: $0.content) }
  }

  @Test(arguments: [
    "/assets/../../../../etc/passwd", "/assets/..%2f..%2f..%2f..%2fetc%2fpasswd", "/assets/%2e%2e/%2e%2e/etc/passwd",
    "/assets/....//....//etc/passwd", "/assets//etc/passwd", "/assets/app.css%00.png", "/../hsync.db", "/%2e%2e/hsync.db", "/hsync.db",
    "/food/..%2f..%2fhsync.db", "/day/..%2f..%2fhsync.db", "/settings/export?kind=../../hsync.db", "/settings/..%2fhsync.db",
    "/assets/..\\..\\hsync.db",
  ])
  func pathsLeadToNoOtherFiles(path: String) async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get(path)
      #expect([400, 404].contains(page.status), "\(page.status)")
      #expect(!page.body.contains("root:") && !page.body.contains("SQLite format"))
    }
  }

  @Test(arguments: ["../../evil.json", "/tmp/evil.json", "..\\evil.json", "hsync.db", "a\u{0}b.json"])
  func theNameOfAnUploadIsNoPath(name: String) async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      let folder = web.folder
      func files() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix("hsync.db-") })
      }
      let before = try files()
      var body = MultipartBody([("token", token)])
      body.add(file: Array("hello".utf8), named: name, as: "export")
      let answer = try await browser.upload("/settings/import", body.whole)
      #expect([303, 400, 422].contains(answer.status), "\(answer.status)")
      #expect(try files() == before && !FileManager.default.fileExists(atPath: "/tmp/evil.json"))
      let shown = try await browser.get("/settings/import").body
      #expect(!shown.contains("../") && !shown.contains("/tmp/"))
      #expect(try await browser.get("/").status == 200)
    }
  }
}

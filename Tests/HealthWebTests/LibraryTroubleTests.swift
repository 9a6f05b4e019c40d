import Foundation
import GRDB
import HealthModel
import HealthStore
import Testing

@testable import HealthWeb

/// A library that is removed, replaced, updated, locked or on a full disk while it is served: each has a page that says so, and no change is reported
/// that wasn't made.
@Suite struct LibraryTroubleTests {
  private let web: WebFixture

  init() async throws { web = try await WebFixture(patienceMs: 20) }

  @Test func aRemovedLibraryIsToldAndUsedAgainWhenItIsBack() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/food").token)
      let (path, away) = (web.library.path, web.folder.file("away.db"))
      try FileManager.default.moveItem(atPath: path, toPath: away)
      let page = try await browser.get("/")
      #expect(page.status == 500 && page.body.contains("The library is gone") && page.body.contains("Move it back, or restore a backup"))
      #expect(page.body.contains(#"data-state="error""#) && !page.body.contains(path), "a browser that isn't known gets no path")
      let entry = try await browser.post("/log", "token=\(token)&title=Soup")
      #expect(entry.status == 500 && entry.body.contains("The library is gone"))
      try FileManager.default.moveItem(atPath: away, toPath: path)
      #expect(try await browser.get("/").status == 200)
      #expect(try await meals().isEmpty, "what was refused wasn't logged")
      #expect(try await browser.post("/log", "token=\(token)&title=Soup").status == 303)
      #expect(try await meals() == ["Soup"])
    }
  }

  @Test func aReplacedLibraryIsTold() async throws {
    let other = web.folder.file("other.db")
    do { _ = try Library(at: other) }
    try await web.testPaired { (browser) async throws in
      #expect(rename(other, web.library.path) == 0)
      let page = try await browser.get("/food")
      #expect(page.status == 500 && page.body.contains("The library is gone") && page.body.contains("Start this program again"))
      #expect(try await browser.get("/assets/app.css").status == 200)
    }
  }

  @Test func aLibraryOfANewerVersionIsNeitherReadNorWritten() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/food").token)
      try await DatabaseQueue(path: web.library.path).write { try $0.execute(sql: "PRAGMA user_version = \(Schema.version + 1)") }
      for answer in [try await browser.get("/"), try await browser.post("/log", "token=\(token)&title=Soup")] {
        #expect(answer.status == 500 && answer.body.contains("This hsync is too old for the library"))
        #expect(answer.body.contains("Update hsync."))
      }
      try await DatabaseQueue(path: web.library.path).write { try $0.execute(sql: "PRAGMA user_version = \(Schema.version)") }
      #expect(try await meals().isEmpty)
      #expect(try await browser.get("/").status == 200)
    }
  }

  /// An import holds the lock for its last transaction.
  @Test func aLockedLibraryIsReadAndSaysWhenToTryAgain() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/food").token)
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let importing = try DatabaseQueue(path: web.library.path, configuration: configuration)
      try await importing.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      #expect(try await browser.get("/").status == 200)
      let refused = try await browser.post("/log", "token=\(token)&title=Soup")
      #expect(refused.status == 503 && refused.headers["retry-after"] == "5" && refused.body.contains("The library is busy"))
      #expect(refused.body.contains("Another program is writing to it") || refused.body.contains("another program is writing to it"))
      try await importing.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
      #expect(try await browser.post("/log", "token=\(token)&title=Soup").status == 303)
      #expect(try await meals() == ["Soup"])
    }
  }

  @Test func aFullDiskKeepsWhatWasThere() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/food").token)
      func limit(to pages: Int?) async throws {
        try await web.library.write { library in
          try library.database.writeWithoutTransaction { db in
            let now = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages ?? now)")
          }
        }
      }
      try await limit(to: nil)
      let entry = "token=\(token)&title=Soup&note=\(String(repeating: "x", count: 1900))"
      var logged = 0
      var answer = try await browser.post("/log", entry)
      while answer.status == 303, logged < 50 {
        logged += 1
        answer = try await browser.post("/log", entry)
      }
      #expect(answer.status == 500 && answer.body.contains("The disk is full") && answer.body.contains("Free some space, then try again."))
      #expect(try await browser.get("/").status == 200)
      #expect(try await meals().count == logged)
      try await limit(to: 1_000_000)
      #expect(try await browser.post("/log", entry).status == 303)
      #expect(try await meals().count == logged + 1)
    }
  }

  private func meals() async throws -> [String] {
    try await web.library.read { try MealLog($0).meals(on: WebFixture.noon.day).map(\.name) }
  }
}

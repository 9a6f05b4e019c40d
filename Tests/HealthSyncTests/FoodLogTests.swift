import HealthStore
import Synchronization
import TestSupport
import Testing

@testable import HealthSync

/// A backend that has only `POST /food/log`.
@Suite struct FoodLogTests {
  @Test func eachMealIsOnePlainRequest() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text("", status: 201) }
    try fixture.add(["a", "b"])
    let report = try await fixture.engine(server.baseURL + "/api/", dialect: .foodLog).run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.pushed == 2)
    #expect(try fixture.waiting() == "0|0|0")
    #expect(server.requests.map(\.target) == ["/api/food/log", "/api/food/log"])
    let first = try #require(server.requests.first)
    #expect(first.header("Authorization") == "Bearer secret-token")
    #expect(first.header("Content-Encoding") == nil)
    #expect(first.header("Idempotency-Key") == "\"a:\(try fixture.text("SELECT hlc FROM version WHERE id = 'a'"))\"")
    #expect(String(decoding: first.body, as: UTF8.self) == (try fixture.json("a")))
  }

  @Test func deletionsAreReportedOnceAndOnlyIfTheBackendHasTheMeal() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text("{}") }
    try fixture.add(["a"])
    let engine = try fixture.engine(server.baseURL, dialect: .foodLog)
    _ = try await engine.run(reason: .person)
    try fixture.add(["b"])
    try fixture.execute("DELETE FROM meal")
    let report = try await engine.run(reason: .person)
    #expect(report.untoldDeletions == 1)
    #expect(report.requests == 0)
    #expect(report.failure == nil)
    #expect(try fixture.waiting() == "0|0|0")
    #expect(try await engine.run(reason: .person).untoldDeletions == 0)
  }

  @Test func aRefusedMealIsPutAsideAndTheNextGoes() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { request in
      String(decoding: request.body, as: UTF8.self).contains("Meal a")
        ? .text(#"{"error":"no such meal type"}"#, status: 422) : .text("", status: 200)
    }
    try fixture.add(["a", "b"])
    let report = try await fixture.engine(server.baseURL, dialect: .foodLog).run(reason: .person)
    #expect(report.pushed == 1)
    #expect(report.rejected.map(\.message) == ["no such meal type"])
    #expect(report.failure?.kind == .badData)
    #expect(try fixture.waiting() == "0|0|1")
  }

  @Test func anUnclearAnswerIsSentAgainWithTheSameKeyAndBytes() async throws {
    let fixture = try SyncFixture()
    let count = Mutex(0)
    let server = try LoopbackServer { _ in
      count.withLock { count in
        count += 1
        return count < 3 ? .text("<html>sign in to the network</html>", type: "text/html") : .text("", status: 201)
      }
    }
    try fixture.add(["a"])
    #expect(try await fixture.engine(server.baseURL, dialect: .foodLog).run(reason: .person).pushed == 1)
    #expect(server.requests.differentBatches == 1)
  }
}

extension SyncFixture {
  /// A live record's JSON as its table makes it.
  func json(_ id: String) throws -> String? { try library.database.read { try SyncedTable.meal.json(of: id, in: $0) } }
}

import Digests
import Foundation
import HealthModel
import HealthStore
import Synchronization
import TestSupport
import Testing

@testable import HealthSync

/// One address that takes a JSON array.
@Suite struct WebhookTests {
  @Test func aBatchIsOneArrayToTheAddressAsGiven() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text("", status: 204) }
    try fixture.addOneOfEachKind()
    try fixture.addPlan()
    try fixture.execute("DELETE FROM weight")
    let report = try await fixture.engine(server.baseURL + "/hooks/Ab-1/", dialect: .webhook).run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.pushed == 7)
    #expect(try fixture.waiting() == "0|0|0")
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.method == "POST" && request.target == "/hooks/Ab-1/")
    #expect(request.header("Authorization") == "Bearer secret-token")
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("Content-Encoding") == nil)
    let records = try #require(try JSON(parsing: request.body).array)
    #expect(
      Set(records.map { $0["kind"].string }) == ["meal", "weight", "day_summary", "workout", "sleep_session", "planner_item", "day_note"])
    let device = try fixture.queue.position().device
    #expect(records.allSatisfy { $0["dev"].string == device && Int64($0["hlc"].string ?? "") != nil })
    let meal = try #require(records.first { $0["kind"].string == "meal" })
    #expect(meal["op"].string == "put")
    #expect(meal["data"]["name"].string == "Suppe \"à la\" Müller")
    #expect(meal["data"]["mood"].string == "good \u{1F642}")
    let planned = try #require(records.first { $0["kind"].string == "planner_item" })
    #expect(planned["data"]["completed"].bool == true && planned["data"]["short_id"].string == "k7m2p4xq")
    let weight = try #require(records.first { $0["kind"].string == "weight" })
    #expect(weight["op"].string == "del" && weight["data"].isNull)
  }

  /// The process ends between the two, and the record is edited meanwhile.
  @Test func aLostAnswerBringsTheSameBytesUnderTheSameKeyInTheNextRun() async throws {
    let fixture = try SyncFixture()
    let isUp = Mutex(false)
    let server = try LoopbackServer { _ in isUp.withLock { $0 } ? .text("{}") : .closed }
    try fixture.addOneOfEachKind()
    // SQLite and we escape this differently.
    try fixture.execute("UPDATE meal SET note = 'a' || char(127) || '/' || char(8) || '\u{2028}'")
    let first = try await fixture.engine(server.baseURL, dialect: .webhook).run(reason: .person)
    #expect(first.stop?.kind == .tryAgain)
    #expect(server.requests.count == 4)
    try fixture.execute("UPDATE meal SET energy_kcal = 1")
    isUp.withLock { $0 = true }
    let second = try await fixture.engine(server.baseURL, dialect: .webhook).run(reason: .person)
    #expect(second.failure == nil)
    #expect(server.requests.count == 6)
    #expect(server.requests.prefix(5).differentBatches == 1)
    // The edit goes in a batch of its own, under another key.
    #expect(server.requests[5].header("Idempotency-Key") != server.requests[0].header("Idempotency-Key"))
    let last = try JSON(parsing: server.requests[5].body).array ?? []
    #expect(last.count == 1 && last[0]["data"]["nutrition"]["energy_kcal"].int == 1)
    #expect(try fixture.waiting() == "0|0|0")
  }

  @Test func aRestoredBackupSendsOtherRecordsUnderAnotherKey() async throws {
    let server = try LoopbackServer { _ in .text("{}") }
    let fixture = try SyncFixture()
    try await fixture.library.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    let copy = try SyncFixture(copying: fixture.library.path)
    for (device, meal) in [(fixture, "a"), (copy, "b")] {
      try device.add([meal])
      _ = try await device.engine(server.baseURL, dialect: .webhook).run(reason: .person)
    }
    let keys = server.requests.map { $0.header("Idempotency-Key") ?? "" }
    let number = keys.map { $0.split(separator: ":").prefix(2).joined(separator: ":") }
    #expect(number[0] == number[1], "the same device and number")
    #expect(keys[0] != keys[1])
  }

  @Test func theOneRecordThatSpoilsABatchIsFoundByHalving() async throws {
    let fixture = try SyncFixture()
    let taken = Mutex(Set<String>())
    let server = try LoopbackServer { request in
      let ids = ((try? JSON(parsing: request.body))?.array ?? []).compactMap { $0["id"].string }
      if ids.contains("m700") { return .text(#"{"code":"taste","message":"no anchovies"}"#, status: 422) }
      taken.withLock { $0.formUnion(ids) }
      return .text("{}")
    }
    // Batches of their full size from the start.
    try fixture.add((0..<1000).map { "m\($0)" })
    var backendState = BackendState()
    for _ in 0..<15 { backendState.batch.succeeded(records: 1, elapsedMs: 0) }
    let engine = try fixture.engine(server.baseURL, dialect: .webhook)
    try SyncEngine.join(fixture.library, to: BackendAccount(url: server.baseURL, token: "t", dialect: .webhook), .first)
    try fixture.queue.remember(backendState.json())
    let report = try await engine.run(reason: .person)
    #expect(report.pushed == 999)
    #expect(taken.withLock { $0.count } == 999)
    #expect(report.rejected.map(\.id) == ["m700"])
    #expect(report.rejected.first?.code == "taste")
    #expect(report.rejected.first?.message == "no anchovies")
    #expect(report.requests <= 2 + 2 * 10, "\(report.requests)")
    #expect(try fixture.waiting() == "0|0|1")
  }

  /// An address that says 400 to everything must not put the whole library aside, nor be asked a thousand times.
  @Test func whereEverythingIsRefusedTheRunStopsAfterEight() async throws {
    let fixture = try SyncFixture()
    let isFixed = Mutex(false)
    let server = try LoopbackServer { _ in isFixed.withLock { $0 } ? .text("{}") : .text(#"{"message":"no key"}"#, status: 400) }
    try fixture.add((0..<100).map { "m\($0)" })
    let engine = try fixture.engine(server.baseURL, dialect: .webhook)
    let report = try await engine.run(reason: .person)
    #expect(report.stop?.message == "the backend refused 8 records in a row: no key")
    #expect(report.stop?.kind == .badData)
    #expect(report.requests <= 8 * 8)
    #expect(try fixture.waiting() == "92|0|8")
    isFixed.withLock { $0 = true }
    #expect(try await engine.run(reason: .person).pushed == 92)
  }

  @Test func mergingWithABackendThatOnlyTakesOffersItEverything() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text("{}") }
    try fixture.add(["a"])
    let account = try BackendAccount(url: server.baseURL, token: "t", dialect: .webhook)
    try SyncEngine.join(fixture.library, to: account, .merge)
    #expect(try await fixture.engine(server.baseURL, dialect: .webhook).run(reason: .person).pushed == 1)
  }

  @Test func tooLargeMeansSmallerBatchesFromThenOn() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { $0.body.count > 10_240 ? .text("", status: 413) : .text("{}") }
    try fixture.add((0..<200).map { "m\($0)" })
    let report = try await fixture.engine(server.baseURL, dialect: .webhook).run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.pushed == 200)
    #expect(server.requests.filter { $0.body.count > 10_240 }.count <= 5)
  }

  @Test func aWebPageIsNoAcknowledgement() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text("\n<!doctype html><title>Sign in</title>", type: "text/html") }
    try fixture.add(["a"])
    let report = try await fixture.engine(server.baseURL, dialect: .webhook).run(reason: .person)
    #expect(report.stop?.code == .badResponse)
    #expect(try fixture.waiting() == "1|1|0")
  }

  @Test(arguments: [
    (404, ErrorKind.configuration), (410, .configuration), (401, .noPermission), (403, .noPermission), (302, .configuration),
  ])
  func whatAPersonMustPutRightStopsTheRun(status: Int, kind: ErrorKind) async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text("{}", status: status) }
    try fixture.add(["a"])
    let report = try await fixture.engine(server.baseURL, dialect: .webhook).run(reason: .person)
    #expect(report.stop?.kind == kind)
    #expect(report.requests == 1)
    #expect(try fixture.text("SELECT count(*) FROM outbox") == "1")
  }

  @Test func retryAfterIsHeeded() async throws {
    let fixture = try SyncFixture()
    let count = Mutex(0)
    let server = try LoopbackServer { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return number == 1 ? .text("", status: 503, headers: [("Retry-After", "7")]) : .text("{}")
    }
    try fixture.add(["a"])
    #expect(try await fixture.engine(server.baseURL, dialect: .webhook).run(reason: .person).failure == nil)
    #expect(fixture.clock.waits == [7000])
  }

  /// The worked example of the Standard Webhooks project's own libraries.
  @Test func signsAsStandardWebhooksDo() throws {
    let signature = try #require(WebhookSignature(secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    let headers = signature.headers(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
    #expect(headers.map(\.0) == ["webhook-id", "webhook-timestamp", "webhook-signature"])
    #expect(headers.last?.1 == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    for token in ["secret-token", "whsec_", "whsec_***", ""] { #expect(WebhookSignature(secret: token) == nil, "\(token)") }
  }

  @Test func aSigningSecretIsNeverSent() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text("{}") }
    try fixture.add(["a"])
    let secret = "whsec_" + Data("a key of 32 bytes, or about that".utf8).base64EncodedString()
    #expect(try await fixture.engine(server.baseURL, token: secret, dialect: .webhook).run(reason: .person).failure == nil)
    let request = try #require(server.requests.first)
    #expect(request.header("Authorization") == nil)
    #expect(!request.headers.contains { $0.value.contains(secret.dropFirst(6)) })
    // As a receiver checks it.
    let id = try #require(request.header("webhook-id"))
    let time = try #require(request.header("webhook-timestamp"))
    #expect(time == "1770724980", "this attempt's time")
    let code = HMACSHA256.code(of: Array("\(id).\(time).".utf8) + request.body, key: Array("a key of 32 bytes, or about that".utf8))
    #expect(request.header("webhook-signature") == "v1," + Data(code).base64EncodedString())
  }
}

import Dispatch
import Gzip
import HealthModel
import HealthStore
import Synchronization
import TestSupport
import Testing

@testable import HealthSync

/// Whole runs: a real library, real libcurl, a server on loopback.
@Suite struct SyncEngineTests {
  static let meals = (0..<10).map { "meal-\($0)" }

  @Test func whatIsNewIsPushedAndSettled() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend()
    try fixture.add(Self.meals)
    let report = try await fixture.engine(backend.url).run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.pushed == 10)
    #expect(report.pending == 0)
    #expect(backend.ids() == Self.meals)
    #expect(try fixture.waiting() == "0|0|0")
    #expect(try fixture.text("SELECT count(*), count(hash) FROM version") == "10|10")
    #expect(try fixture.text("SELECT push_no, last_ok_at FROM sync_state") == "1|1770724980000")
    #expect(try fixture.text("SELECT reason, pushed, rejected, requests, error_code FROM sync_run") == "person|10|0|2|-")
    let push = try #require(backend.pushes.first)
    #expect(push.header("Content-Encoding") == "gzip")
    #expect(push.header("HSync-Version") == "1")
    #expect(push.header("Idempotency-Key")?.hasSuffix(#":1""#) == true)
  }

  /// Pulled after the push, its own records would come back.
  @Test func aDeviceThatNeverPulledPullsFirst() async throws {
    let fixture = try SyncFixture(hasPulled: false)
    let backend = try ReferenceBackend()
    try fixture.add(Self.meals)
    let report = try await fixture.engine(backend.url).run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.pushed == 10)
    #expect(report.requests == 3)
    let asked = backend.requests.map { $0.method + " " + $0.target }
    #expect(asked.first == "GET /v1/sync/changes?since=&limit=1000")
    #expect(asked.last == "GET /v1/sync/changes?since=e1.0&limit=1000&pushed=1")
  }

  @Test func aRunWithNothingToDoIsTheLastSync() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend()
    #expect(try SyncEngine.status(of: fixture.library).lastOkAtMs == nil)
    let report = try await fixture.engine(backend.url).run(reason: .person)
    #expect(report == SyncReport(requests: 1, bytesUp: report.bytesUp, bytesDown: report.bytesDown))
    #expect(try SyncEngine.status(of: fixture.library).lastOkAtMs == 1_770_724_980_000)
  }

  @Test func deletionsAndEditsArriveAsTheLastState() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend()
    try fixture.add(Self.meals)
    _ = try await fixture.engine(backend.url).run(reason: .person)
    try fixture.execute("DELETE FROM meal WHERE id = 'meal-3'")
    try fixture.add(["meal-4"], kcal: 1)
    try fixture.add(["meal-4"], kcal: 2)
    let report = try await fixture.engine(backend.url).run(reason: .person)
    #expect(report.pushed == 2)
    #expect(backend.ids() == Self.meals.filter { $0 != "meal-3" })
    #expect(backend.text().contains(#""energy_kcal":2,"#))
    #expect(try fixture.text("SELECT id FROM version WHERE hash IS NULL") == "meal-3")
  }

  /// The answer is lost, garbage, or of another push: nothing is acknowledged, and the same bytes go out again.
  @Test(arguments: [
    ("lost", LoopbackServer.Reply.closed), ("torn", .torn(.text(#"{"push":1,"accepted":10}"#), afterBytes: 70)),
    ("garbage", .text("<html>Welcome</html>", type: "text/html")), ("empty", .text("")),
    ("another push", .text(#"{"push":2,"accepted":10}"#)), ("too few", .text(#"{"push":1,"accepted":9}"#)),
    ("gateway", .text("", status: 502)),
  ])
  func anUnclearAnswerIsAskedForAgainWithTheSameBytes(name: String, reply: LoopbackServer.Reply) async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend { request, pushes in
      request.path == "/v1/sync/push" && pushes == 1 ? .answerLost(reply) : .none
    }
    try fixture.add(Self.meals)
    let report = try await fixture.engine(backend.url).run(reason: .person)
    #expect(report.failure == nil, "\(name)")
    #expect(report.pushed == 10)
    #expect(backend.pushes.count == 2)
    #expect(backend.pushes[0].body == backend.pushes[1].body)
    #expect(backend.state.withLock { $0.replays } == 1)
    #expect(fixture.clock.waits == [500])
    #expect(try fixture.waiting() == "0|0|0")
  }

  @Test func afterTwoUnclearAnswersTheDeviceIsAskedAndTheBodyRebuiltSmaller() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend { request, pushes in
      request.path == "/v1/sync/push" && pushes <= 2 ? .refused(.text("?")) : .none
    }
    try fixture.add((0..<400).map { "m\($0)" })
    let report = try await fixture.engine(backend.url).run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.pushed == 400)
    #expect(backend.pushes[0].body == backend.pushes[1].body)
    #expect(backend.pushes[2].body.count < backend.pushes[1].body.count)
    #expect(backend.pushes[2].header("Idempotency-Key") == backend.pushes[1].header("Idempotency-Key"))
  }

  @Test func aBodyLeftBehindByAKilledRunIsSentAgainByteForByte() async throws {
    let fixture = try SyncFixture()
    let isBroken = Mutex(true)
    let backend = try ReferenceBackend { request, _ in
      request.path == "/v1/sync/push" && isBroken.withLock { $0 }
        ? .answerLost(.text("", status: 503, headers: [("Retry-After", "60")])) : .none
    }
    try fixture.add(Self.meals)
    let first = try await fixture.engine(backend.url).run(reason: .person)
    #expect(first.failure?.kind == .tryAgain)
    #expect(try fixture.waiting() == "10|1|0")
    try fixture.add(["meal-5"], kcal: 777)
    isBroken.withLock { $0 = false }
    fixture.clock.advance(ms: 61_000)
    let second = try await fixture.engine(backend.url).run(reason: .person)
    #expect(second.failure == nil)
    #expect(second.pushed == 11)
    #expect(backend.pushes[0].body == backend.pushes[1].body)
    #expect(backend.text().contains("777"))
    #expect(try fixture.waiting() == "0|0|0")
  }

  /// One bad record makes the backend refuse whole batches: at most 2 + 2·log2(300) requests find it.
  @Test func poisonIsFoundByHalving() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend { request, _ in
      guard request.path == "/v1/sync/push", let plain = try? Gzip.decompressed(request.body, limit: 1 << 24) else { return .none }
      return String(decoding: plain, as: UTF8.self).contains(#""id":"m217""#)
        ? .refused(.text(#"{"code":"range","message":"energy_kcal is -5"}"#, status: 400)) : .none
    }
    try fixture.add((0..<300).map { "m\($0)" })
    try fixture.execute(#"UPDATE backend SET state = '{"batch":{"bytes":1048576}}'"#)
    let report = try await fixture.engine(backend.url).run(reason: .person)
    #expect(backend.pushes.count <= 18)
    #expect(report.pushed == 299)
    #expect(report.rejected == [SyncOutcome.Rejection(kind: "meal", id: "m217", code: "range", message: "energy_kcal is -5")])
    #expect(report.failure?.kind == .badData, "\(report)")
    #expect(try fixture.waiting() == "0|0|1")
    #expect(try fixture.text("SELECT kind, id, code, message FROM quarantine") == "meal|m217|range|energy_kcal is -5")
    #expect(try await fixture.engine(backend.url).run(reason: .person).failure == nil)
    try fixture.add(["m217"], kcal: 1)
    #expect(try fixture.waiting() == "1|0|0")
  }

  @Test func rejectedRecordsAreQuarantinedAndTheRestGoes() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend(rejecting: { $0.id == "meal-3" })
    try fixture.add(Self.meals)
    let report = try await fixture.engine(backend.url).run(reason: .timer)
    #expect(report.pushed == 9)
    #expect(report.failure?.message == "the backend rejected meal meal-3: no")
    #expect(try fixture.waiting() == "0|0|1")
    #expect(try SyncEngine.status(of: fixture.library).quarantined.map(\.id) == ["meal-3"])
  }

  @Test func tooLargeHalvesAndIsRemembered() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend { request, _ in
      guard request.path == "/v1/sync/push", let plain = try? Gzip.decompressed(request.body, limit: 1 << 24) else { return .none }
      return plain.count > 10 << 10 ? .refused(.text(#"{"code":"too_large","message":"?"}"#, status: 413)) : .none
    }
    try fixture.add((0..<100).map { "m\($0)" })
    try fixture.execute("UPDATE meal SET note = '\(String(repeating: "long ", count: 4000))' WHERE id = 'm50'")
    let report = try await fixture.engine(backend.url).run(reason: .person)
    #expect(report.pushed == 99)
    #expect(report.rejected.map(\.code) == ["too_large"])
    let refusals = backend.pushes.count
    try fixture.add((0..<40).map { "n\($0)" })
    _ = try await fixture.engine(backend.url).run(reason: .person)
    #expect(backend.pushes.count - refusals <= 5)
    #expect(try fixture.waiting() == "0|0|1")
  }

  @Test(arguments: [(401, "auth"), (403, "forbidden")])
  func aRefusedTokenStopsAndLosesNothing(status: Int, code: String) async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend { request, _ in .refused(.text("{}", status: status)) }
    try fixture.add(Self.meals)
    let report = try await fixture.engine(backend.url).run(reason: .person)
    let failure = try #require(report.failure)
    #expect(failure.code.rawValue == code)
    #expect(failure.kind == .noPermission)
    #expect(failure.hint == "sign in again: \(.signIn)")
    #expect(!"\(failure)\(String(describing: failure.hint))".contains("secret-token"))
    #expect(report.pending == 10)
    #expect(backend.pushes.count == 1)
    #expect(try fixture.text("SELECT error_code FROM sync_run") == code)
  }

  @Test func aTokenForOtherRequestsStopsAndSaysWhatIsNeeded() async throws {
    let fixture = try SyncFixture()
    let answer = #"{"code":"insufficient_scope","message":"the token doesn't allow this request","scope":"write"}"#
    let backend = try ReferenceBackend { _, _ in .refused(.text(answer, status: 403)) }
    try fixture.add(Self.meals)
    let report = try await fixture.engine(backend.url).run(reason: .person)
    let failure = try #require(report.failure)
    #expect(failure.code == .forbidden && failure.kind == .noPermission)
    #expect(failure.message == "the token is for a part of the requests only, and sync needs all of them")
    #expect(failure.hint == "ask the backend's operator for a token with the scope all, then sign in with it: \(.signIn)")
    #expect(report.pending == 10 && backend.pushes.count == 1)
  }

  @Test(arguments: [404, 405, 501])
  func anotherServerIsAConfigurationError(status: Int) async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend { _, _ in .refused(.text("", status: status)) }
    try fixture.add(Self.meals)
    #expect(try await fixture.engine(backend.url).run(reason: .person).failure?.kind == .configuration)
    #expect(try fixture.text("SELECT count(*) FROM outbox") == "10")
  }

  @Test func withoutGzipOnTheOtherSideTheSameBodyGoesPlainForEver() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend { request, _ in
      request.header("Content-Encoding") == "gzip" ? .refused(.text("{}", status: 415)) : .none
    }
    try fixture.add(Self.meals)
    #expect(try await fixture.engine(backend.url).run(reason: .person).pushed == 10)
    #expect(try Gzip.decompressed(backend.pushes[0].body, limit: 1 << 20) == backend.pushes[1].body)
    try fixture.add(["one more"])
    #expect(try await fixture.engine(backend.url).run(reason: .person).pushed == 1)
    #expect(backend.pushes.count == 3)
  }

  @Test func retryAfterOutlivesTheProcessAndBindsAPersonToo() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend { _, pushes in
      pushes == 1 ? .refused(.text("{}", status: 429, headers: [("Retry-After", "3600")])) : .none
    }
    try fixture.add(Self.meals)
    let first = try await fixture.engine(backend.url).run(reason: .person)
    #expect(first.failure?.message == "the backend has too many requests (HTTP 429); next attempt at 14:03")
    #expect(first.failure?.kind == .tryAgain)
    fixture.clock.advance(ms: 3_500_000)
    let second = try await fixture.engine(backend.url).run(reason: .person)
    #expect(second.failure?.message == "the backend asked to wait; next attempt at 14:03")
    #expect(second.requests == 0)
    fixture.clock.advance(ms: 100_000)
    #expect(try await fixture.engine(backend.url).run(reason: .person).pushed == 10)
  }

  @Test func aServerInTroubleEndsTheRunAndBackoffBindsTheTimerOnly() async throws {
    let fixture = try SyncFixture()
    let isBroken = Mutex(true)
    let backend = try ReferenceBackend { _, _ in isBroken.withLock { $0 } ? .refused(.text("", status: 500)) : .none }
    try fixture.add(Self.meals)
    for _ in 0..<3 { #expect(try await fixture.engine(backend.url).run(reason: .person).failure?.kind == .tryAgain) }
    #expect(fixture.clock.waits.reduce(0, +) < 90_000)
    let requests = backend.pushes.count
    let timer = try await fixture.engine(backend.url).run(reason: .timer)
    #expect(timer.requests == 0)
    #expect(timer.failure?.message.contains("times in a row; next attempt at") == true)
    #expect(backend.pushes.count == requests)
    isBroken.withLock { $0 = false }
    #expect(try await fixture.engine(backend.url).run(reason: .person).pushed == 10)
    #expect(try await fixture.engine(backend.url).run(reason: .timer).failure == nil)
  }

  @Test func nobodyListeningEndsTheRunAtOnce() async throws {
    let fixture = try SyncFixture()
    let url = try { try LoopbackServer { _ in .closed }.baseURL }()
    try fixture.add(Self.meals)
    let report = try await fixture.engine(url).run(reason: .person)
    #expect(report.failure?.kind == .tryAgain)
    #expect(report.requests == 1)
    #expect(fixture.clock.waits.isEmpty)
    #expect(try fixture.waiting() == "10|1|0")
  }

  @Test func anEditDuringTheFlightStaysInTheOutbox() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend { request, pushes in
      if request.path == "/v1/sync/push", pushes == 1 { try? fixture.add(["meal-2"], kcal: 555) }
      return .none
    }
    try fixture.add(Self.meals)
    let report = try await fixture.engine(backend.url).run(reason: .person)
    #expect(report.pushed == 11)
    #expect(backend.pushes.count == 2)
    #expect(backend.text().contains("555"))
    #expect(try fixture.waiting() == "0|0|0")
  }

  @Test func aSecondRunIsTurnedAwayWithTheTimeOfTheFirst() async throws {
    let fixture = try SyncFixture()
    let second = Mutex<SyncReport?>(nil)
    let engine = Mutex<SyncEngine?>(nil)
    let backend = try ReferenceBackend { request, _ in
      if request.path == "/v1/sync/push", let engine = engine.withLock({ $0 }) {
        let report = blocking { try? await engine.run(reason: .person) }
        second.withLock { $0 = report }
      }
      return .none
    }
    try fixture.add(Self.meals)
    let first = try fixture.engine(backend.url)
    engine.withLock { $0 = first }
    #expect(try await first.run(reason: .person).pushed == 10)
    let turnedAway = try #require(second.withLock { $0 })
    #expect(turnedAway.failure?.message == "Syncing... since 13:03")
    #expect(turnedAway.failure?.kind == .tryAgain)
    #expect(turnedAway.requests == 0)
    #expect(try fixture.text("SELECT count(*) FROM sync_run") == "1")
  }

  @Test func aPreviewSendsAndWritesNothing() async throws {
    let fixture = try SyncFixture()
    try fixture.add(Self.meals)
    try fixture.execute("INSERT INTO meal(id, name) VALUES ('today', 'Soup'); DELETE FROM meal WHERE id = 'meal-0'")
    let before = try fixture.text("SELECT * FROM outbox") + fixture.text("SELECT device, push_no, hlc FROM sync_state")
    let preview = try fixture.engine("https://backend.invalid").preview(limit: 2)
    #expect(preview.pending == [SyncStatus.Count(kind: "meal", count: 11)])
    #expect(preview.first.map(\.id) == ["today", "meal-1"])
    #expect(preview.first.map(\.isDeletion) == [false, false])
    #expect(preview.inFlight == 0)
    #expect(try fixture.text("SELECT * FROM outbox") + fixture.text("SELECT device, push_no, hlc FROM sync_state") == before)
  }

  @Test func anotherBackendIsRefusedUntilOneChangesOver() async throws {
    let fixture = try SyncFixture()
    let old = try ReferenceBackend()
    let new = try ReferenceBackend()
    try fixture.add(Self.meals)
    _ = try await fixture.engine(old.url).run(reason: .person)
    let engine = try fixture.engine(new.url)
    await #expect { try await engine.run(reason: .person) } throws: { ($0 as? SyncError)?.kind == .configuration }
    #expect(new.pushes.isEmpty)
    try SyncEngine.join(fixture.library, to: BackendAccount(url: new.url, token: "secret-token"), .fresh)
    #expect(try await engine.run(reason: .person).pushed == 10)
    #expect(new.text() == old.text())
    #expect(try fixture.waiting() == "0|0|0")
  }

  @Test func aBlobInATextColumnIsPutAsideAlone() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend()
    try fixture.add(Self.meals)
    // As a shell can that has its checks switched off.
    try fixture.executeUnchecked("UPDATE meal SET extra = '{not json' WHERE id = 'meal-6'")
    #expect(try fixture.engine(backend.url).preview().pending == [SyncStatus.Count(kind: "meal", count: 10)])
    let report = try await fixture.engine(backend.url).run(reason: .person)
    #expect(report.pushed == 9)
    #expect(report.rejected.map(\.code) == ["unreadable"])
    #expect(try fixture.text("SELECT id FROM quarantine") == "meal-6")
  }
}

/// Runs asynchronous work from a thread that isn't the pool's, as the loopback server's are.
private func blocking<T: Sendable>(_ work: @escaping @Sendable () async -> T?) -> T? {
  let result = Mutex<T?>(nil)
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    let value = await work()
    result.withLock { $0 = value }
    done.signal()
  }
  done.wait()
  return result.withLock { $0 }
}

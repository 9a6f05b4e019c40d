import HealthModel
import HealthStore
import Synchronization
import TestSupport
import Testing

@testable import HealthSync

/// The end of runs, and the state kept of it: no progress, a day's bytes, the start of failures.
@Suite struct RunEndTests {
  private let fixture: SyncFixture

  init() throws {
    fixture = try SyncFixture()
    try fixture.add((0..<10).map { "meal-\($0)" })
  }

  private func status() throws -> SyncStatus { try SyncEngine.status(of: fixture.library, clock: fixture.clock.clock) }

  @Test func successWithoutProgressIsAFailureAfterThreeRuns() async throws {
    let takesNothing = Mutex(true)
    let backend = try ReferenceBackend { request, _ in
      request.path == "/v1/sync/push" && takesNothing.withLock { $0 } ? .refused(.text(#"{"push":1,"accepted":0}"#)) : .none
    }
    var codes: [SyncError.Code?] = []
    for _ in 0..<4 {
      codes.append(try await fixture.engine(backend.url).run(reason: .timer).failure?.code)
      fixture.clock.advance(ms: 900_000)
    }
    #expect(codes == [.badResponse, .badResponse, .noProgress, .noProgress])
    #expect(try status().lastError?.kind == .unavailable)
    #expect(try fixture.text("SELECT group_concat(error_code) FROM sync_run") == "bad_response,bad_response,no_progress,no_progress")
    #expect(try fixture.waiting() == "10|1|0")
    takesNothing.withLock { $0 = false }
    let report = try await fixture.engine(backend.url).run(reason: .timer)
    #expect(report.failure == nil)
    #expect(report.pushed == 10)
    #expect(BackendState(json: try fixture.queue.backendState()).idleRuns == 0)
  }

  /// A receiver that counts what it takes is believed.
  @Test(arguments: [BackendAccount.Dialect.webhook, .mobile, .foodLog])
  func noDialectTakesNothingForAnAcknowledgement(dialect: BackendAccount.Dialect) async throws {
    let server = try LoopbackServer { _ in .text(#"{"accepted":0}"#) }
    var codes: [SyncError.Code?] = []
    for _ in 0..<3 { codes.append(try await fixture.engine(server.baseURL, dialect: dialect).run(reason: .timer).failure?.code) }
    #expect(codes == [.badResponse, .badResponse, .noProgress])
    #expect(try fixture.text("SELECT count(*) FROM outbox") == "10")
    #expect(server.requests.count == 3)
  }

  /// Neither a network that is away nor a run with progress counts.
  @Test func onlyAnsweredRunsWithoutProgressCount() async throws {
    let script = Mutex(["none", "away", "none", "garbage", "some", "none", "none", "none"])
    let step = Mutex("")
    let backend = try ReferenceBackend { request, _ in
      guard request.path == "/v1/sync/push" else { return .none }
      switch step.withLock({ $0 }) {
      case "none":
        return .refused(
          .text(#"{"push":\#(request.header("Idempotency-Key")?.split(separator: ":").last?.dropLast() ?? "0"),"accepted":0}"#))
      case "garbage": return .refused(.text("<html>"))
      case "away": return .refused(.text("", status: 503))
      default: return .none
      }
    }
    var codes: [String] = []
    while let next = script.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      step.withLock { $0 = next }
      try fixture.add(["\(next)-\(codes.count)"])
      codes.append(try await fixture.engine(backend.url).run(reason: .person).failure?.code.rawValue ?? "-")
    }
    #expect(codes == ["bad_response", "server", "bad_response", "bad_response", "-", "bad_response", "bad_response", "no_progress"])
  }

  @Test func aDaysBytesBindAllButAPerson() async throws {
    let backend = try ReferenceBackend()
    let first = try await fixture.engine(backend.url, dailyBytes: 1000).run(reason: .timer)
    #expect(first.pushed == 10)
    #expect(first.requests == 1)
    #expect(first.failure?.code == .budget)
    #expect(first.failure?.kind == .tryAgain)
    #expect(first.failure?.message == "today's budget of 1 kB is used up; next attempt at 00:00")
    for reason in [SyncReason.timer, .watch, .refresh] {
      let later = try await fixture.engine(backend.url, dailyBytes: 1000).run(reason: reason)
      #expect(later.requests == 0 && later.failure?.code == .budget)
    }
    let status = try SyncEngine.status(of: fixture.library, clock: fixture.clock.clock, dailyBytes: 1000)
    #expect(status.next?.reason == .budget)
    #expect(status.next?.atMs == 1_770_764_400_000)
    #expect(status.failingSinceMs == nil && status.lastError == nil)
    #expect(try await fixture.engine(backend.url, dailyBytes: 1000).run(reason: .person).failure == nil)
    fixture.clock.advance(ms: fixture.clock.clock.instant().msToMidnight)
    #expect(try await fixture.engine(backend.url, dailyBytes: 1000).run(reason: .timer).failure == nil)
  }

  @Test(arguments: [
    (1, "1 byte"), (1234, "1234 bytes"), (500_000, "500 kB"), (20_000_000, "20 MB"), (1_500_000_000, "1.5 GB"),
    (1_048_576, "1048576 bytes"),
  ])
  func aBudgetInWords(bytes: Int, words: String) { #expect(ByteBudget(dailyBytes: bytes).words == words) }

  /// The time is the first failure's, the reason the last one's, and a run that only waits changes neither.
  @Test func itIsRememberedSinceWhenItFails() async throws {
    let reply = Mutex(LoopbackServer.Reply?.some(.text("", status: 500)))
    let backend = try ReferenceBackend { _, _ in reply.withLock { $0 }.map { .refused($0) } ?? .none }
    for _ in 0..<3 { #expect(try await fixture.engine(backend.url).run(reason: .person).failure?.code == .server) }
    let since = try #require(try status().failingSinceMs)
    #expect(since < fixture.clock.clock.instant().ms)
    #expect(try await fixture.engine(backend.url).run(reason: .timer).failure?.code == .backoff)
    #expect(try status().failingSinceMs == since)
    #expect(try status().lastError?.message == "the backend has a problem (HTTP 500)")
    reply.withLock { $0 = .text("", status: 403) }
    #expect(try await fixture.engine(backend.url).run(reason: .person).failure?.code == .forbidden)
    #expect(try status().failingSinceMs == since)
    #expect(try status().lastError?.code == .forbidden)
    reply.withLock { $0 = nil }
    #expect(try await fixture.engine(backend.url).run(reason: .person).failure == nil)
    #expect(try status().failingSinceMs == nil)
    #expect(try status().lastError == nil)
  }

  /// Nothing damaged is sent, and the run that found it has an end and a reason.
  @Test func aRunThatTheLibraryEndsLeavesWord() async throws {
    let backend = try ReferenceBackend()
    try fixture.execute("INSERT INTO in_flight(one, push_no, sha, body, count, created_at) VALUES (1, 1, x'00', x'7b7d', 3, 5)")
    let engine = try fixture.engine(backend.url)
    await #expect { try await engine.run(reason: .timer) } throws: { ($0 as? SyncError)?.code == .damaged }
    #expect(backend.requests.isEmpty)
    #expect(try fixture.text("SELECT error_code, ended IS NULL FROM sync_run") == "damaged|0")
    #expect(try status().lastError?.code == .damaged)
    #expect(try status().failingSinceMs == 1_770_724_980_000)
  }

  @Test func lookingAtTheDayRefreshesItOnceAMinute() throws {
    let clock = fixture.clock
    #expect(try RefreshThrottle.begins(in: fixture.library, clock: clock.clock))
    #expect(try !RefreshThrottle.begins(in: fixture.library, clock: clock.clock))
    clock.advance(ms: 59_999)
    #expect(try !RefreshThrottle.begins(in: fixture.library, clock: clock.clock))
    clock.advance(ms: 1)
    #expect(try RefreshThrottle.begins(in: fixture.library, clock: clock.clock))
    // After a restart the wall clock counts; one that was set back doesn't hold it up.
    clock.restart(wallMs: clock.clock.instant().ms + 30_000)
    #expect(try !RefreshThrottle.begins(in: fixture.library, clock: clock.clock))
    clock.restart(wallMs: 1_000_000)
    #expect(try RefreshThrottle.begins(in: fixture.library, clock: clock.clock))
  }

  @Test func aRefreshWaitsForNothing() async throws {
    let backend = try ReferenceBackend { _, _ in .refused(.text("", status: 503)) }
    let report = try await fixture.engine(backend.url).run(reason: .refresh)
    #expect(report.requests == 1)
    #expect(fixture.clock.waits.isEmpty)
    #expect(report.failure?.code == .server)
  }

  /// The machine was started anew with its clock in 1970: the wait is 6 h from then, not 6 h again at each look.
  @Test func aWaitEndsEvenIfTheClockWasSetBackOverARestart() async throws {
    let backend = try ReferenceBackend { _, pushes in
      pushes == 1 ? .refused(.text("{}", status: 429, headers: [("Retry-After", "3600")])) : .none
    }
    #expect(try await fixture.engine(backend.url).run(reason: .timer).failure?.kind == .tryAgain)
    fixture.clock.restart(wallMs: 5_000)
    #expect(try await fixture.engine(backend.url).run(reason: .timer).requests == 0)
    fixture.clock.advance(ms: Deadline.longestMs - 60_000)
    #expect(try await fixture.engine(backend.url).run(reason: .timer).requests == 0)
    fixture.clock.advance(ms: 60_000)
    #expect(try await fixture.engine(backend.url).run(reason: .timer).pushed == 10)
  }
}

import HealthModel
import HealthStore
import TestSupport
import Testing

@testable import HealthSync

/// The state that `hsync sync status` and `hsync today` show.
@Suite struct SyncStatusTests {
  @Test func aNewLibraryHasNothingToTell() throws {
    let fixture = try SyncFixture()
    let status = try SyncEngine.status(of: fixture.library, clock: fixture.clock.clock)
    #expect(status.url == nil && status.dialect == nil && status.lastRun == nil && status.lastOkAtMs == nil && status.next == nil)
    #expect(status.runningSinceMs == nil && status.failingSinceMs == nil && status.inFlight == 0)
    #expect(status.today == OutboxQueue.Traffic())
  }

  @Test func aRunThatEndedWellIsTheLastOne() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend()
    try fixture.add(["a", "b"])
    let report = try await fixture.engine(backend.url).run(reason: .timer)
    let status = try SyncEngine.status(of: fixture.library, clock: fixture.clock.clock)
    let last = try #require(status.lastRun)
    #expect(last.reason == "timer" && last.startedMs == 1_770_724_980_000 && last.endedMs == 1_770_724_980_000)
    #expect(last.run.pushed == 2 && last.run.requests == 2 && last.run.errorCode == nil)
    #expect(status.today == OutboxQueue.Traffic(bytesUp: report.bytesUp, bytesDown: report.bytesDown))
    #expect(status.today.total > 500)
    #expect(status.url == backend.url)
    fixture.clock.advance(ms: 86_400_000)
    #expect(try SyncEngine.status(of: fixture.library, clock: fixture.clock.clock).today.total == 0)
  }

  @Test func theNextAttemptHasItsReason() async throws {
    let fixture = try SyncFixture()
    let backend = try ReferenceBackend { _, pushes in
      .refused(.text("", status: 503, headers: pushes < 2 ? [] : [("Retry-After", "3600")]))
    }
    try fixture.add(["a", "b"])
    #expect(try await fixture.engine(backend.url).run(reason: .person).stop != nil)
    let status = try SyncEngine.status(of: fixture.library, clock: fixture.clock.clock)
    let nowMs = fixture.clock.clock.instant().ms
    #expect(status.next == SyncStatus.NextAttempt(atMs: nowMs + 3_600_000, reason: .retryAfter))
    #expect(status.pending == [SyncStatus.Count(kind: "meal", count: 2)])
    #expect(status.inFlight == 2)
    #expect(status.failures >= 2)
    var backendState = BackendState()
    backendState.backoff = Deadline(5000, after: fixture.clock.clock.instant())
    #expect(backendState.block(at: fixture.clock.clock.instant(), byPerson: false)?.reason == .backoff)
    #expect(backendState.block(at: fixture.clock.clock.instant(), byPerson: true) == nil)
  }

  @Test func whoSyncsNowIsSeenAndNotDisturbed() throws {
    let fixture = try SyncFixture()
    let path = fixture.library.path
    do {
      guard case .taken(let lock) = try LockFile.take(.sync, besideLibrary: path, nowMs: 77) else { throw SetUpError(description: "held") }
      #expect(try SyncEngine.status(of: fixture.library, clock: fixture.clock.clock).runningSinceMs == 77)
      guard case .held(sinceMs: 77) = try LockFile.take(.sync, besideLibrary: path, nowMs: 88) else {
        throw SetUpError(description: "free")
      }
      withExtendedLifetime(lock) {}
    }
    #expect(LockFile.holder(of: .sync, besideLibrary: path, nowMs: 99) == nil)
    guard case .taken = try LockFile.take(.importing, besideLibrary: path, nowMs: 1) else { throw SetUpError(description: "another lock") }
  }

  /// However many look who has it, whoever wants the lock gets it.
  @Test func lookingNeverTurnsARunAway() async throws {
    let path = try SyncFixture().library.path
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<3 {
        group.addTask {
          (0..<300).reduce(0) { seen, _ in seen + (LockFile.holder(of: .sync, besideLibrary: path, nowMs: 1) == nil ? 0 : 1) }
        }
      }
      group.addTask {
        for _ in 0..<40 {
          if case .held? = try? LockFile.take(.sync, besideLibrary: path, nowMs: 5) { Issue.record("turned away by one who only looks") }
        }
        return 0
      }
      for await _ in group {}
    }
  }

  @Test(
    arguments: [(1_770_724_980_000, 60, 1_770_678_000_000), (0, 0, 0), (-1, 0, -86_400_000), (1_770_678_000_000, 60, 1_770_678_000_000)]
      as [(Int64, Int, Int64)])
  func aDayBeginsAtLocalMidnight(ms: Int64, offset: Int, midnight: Int64) {
    let now = SyncInstant(ms: ms, bootMs: 0, boot: "b", utcOffsetMin: offset, random: 0)
    #expect(now.midnightMs == midnight)
    #expect(now.msToMidnight == midnight + 86_400_000 - ms)
  }
}

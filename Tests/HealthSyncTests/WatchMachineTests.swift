import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthSync

/// The times at which the observer syncs, in milliseconds of its own clock.
@Suite struct WatchMachineTests {
  private static let every: Int64 = 900_000

  /// A machine that started at 0 and whose first run ended at 100.
  private func idle(_ outcome: WatchMachine.Outcome = .done) -> WatchMachine {
    var machine = WatchMachine(everyMs: Self.every)
    #expect(machine.handle(.started, at: 0) == .run(.period))
    _ = machine.handle(.ended(outcome, isEdited: false), at: 100)
    return machine
  }

  @Test func aRunAtOnceAndThenEveryPeriod() {
    var machine = WatchMachine(everyMs: Self.every)
    #expect(machine.handle(.started, at: 0) == .run(.period))
    #expect(machine.handle(.ended(.done, isEdited: false), at: 100) == .listen(ms: Self.every - 100))
    #expect(machine.handle(.elapsed(isEdited: false), at: 60_100) == .listen(ms: Self.every - 60_100))
    #expect(machine.handle(.elapsed(isEdited: false), at: Self.every) == .run(.period))
    #expect(machine.handle(.ended(.done, isEdited: false), at: Self.every + 50) == .listen(ms: Self.every - 50))
  }

  @Test func aBurstOfEditsIsOneRunTwoSecondsAfterTheLast() {
    var machine = idle()
    #expect(machine.handle(.touched(isEdited: true), at: 1000) == .sleep(ms: 2000))
    #expect(machine.handle(.elapsed(isEdited: true), at: 3000) == .sleep(ms: 2000))
    #expect(machine.handle(.elapsed(isEdited: false), at: 5000) == .run(.change))
  }

  @Test func editsThatDontStopAreSyncedAfterHalfAMinute() {
    var machine = idle()
    var now: Int64 = 1000
    var action = machine.handle(.touched(isEdited: true), at: now)
    while action == .sleep(ms: 2000) {
      now += 2000
      action = machine.handle(.elapsed(isEdited: true), at: now)
    }
    #expect(action == .run(.change))
    #expect(now == 31_000)
  }

  @Test func anEditDuringARunLeadsToExactlyOneMore() {
    var machine = idle()
    _ = machine.handle(.touched(isEdited: true), at: 1000)
    #expect(machine.handle(.elapsed(isEdited: false), at: 3000) == .run(.change))
    #expect(machine.handle(.ended(.done, isEdited: true), at: 4000) == .sleep(ms: 2000))
    #expect(machine.handle(.elapsed(isEdited: false), at: 6000) == .run(.change))
    #expect(machine.handle(.ended(.done, isEdited: false), at: 6100) == .listen(ms: Self.every - 6100))
  }

  @Test func writesThatAreNoEditsAreLookedAtTwiceASecondAtMost() {
    var machine = idle()
    #expect(machine.handle(.touched(isEdited: false), at: 1000) == .sleep(ms: 500))
    #expect(machine.handle(.elapsed(isEdited: false), at: 1500) == .listen(ms: Self.every - 1500))
    // They don't put the period off.
    #expect(machine.handle(.touched(isEdited: false), at: Self.every + 1) == .run(.period))
  }

  @Test func backoffIsHeededWhateverIsEdited() {
    var machine = idle(.failed(retryMs: 60_000))
    #expect(machine.handle(.touched(isEdited: true), at: 1000) == .listen(ms: 59_100))
    #expect(machine.handle(.elapsed(isEdited: false), at: 60_100) == .run(.retry))
    #expect(machine.handle(.ended(.failed(retryMs: 120_000), isEdited: false), at: 60_200) == .listen(ms: 120_000))
    #expect(machine.handle(.elapsed(isEdited: false), at: 180_200) == .run(.retry))
    #expect(machine.handle(.ended(.done, isEdited: false), at: 180_300) == .listen(ms: Self.every - 180_300))
  }

  /// Signed out: only an edit (signing in is none) or the period is worth a try.
  @Test func whatOnlyAPersonCanMendWaitsForThePeriod() {
    var machine = idle(.failed(retryMs: nil))
    #expect(machine.handle(.elapsed(isEdited: false), at: 60_100) == .listen(ms: Self.every - 60_100))
    #expect(machine.handle(.touched(isEdited: true), at: 70_000) == .sleep(ms: 2000))
    #expect(machine.handle(.elapsed(isEdited: false), at: 72_000) == .run(.change))
  }

  @Test func anothersRunIsWaitedFor() {
    var machine = idle(.busy)
    #expect(machine.handle(.elapsed(isEdited: false), at: 5100) == .run(.retry))
    #expect(machine.handle(.ended(.done, isEdited: false), at: 5200) == .listen(ms: Self.every - 5200))
  }

  /// The computer slept through the period and the retry.
  @Test func afterALongSleepOneRunIsDue() {
    var machine = idle(.failed(retryMs: 60_000))
    #expect(machine.handle(.elapsed(isEdited: true), at: 10 * Self.every) == .sleep(ms: 2000))
    #expect(machine.handle(.elapsed(isEdited: false), at: 10 * Self.every + 2000) == .run(.change))
    #expect(machine.handle(.ended(.done, isEdited: false), at: 10 * Self.every + 2100) == .run(.period))
    #expect(machine.handle(.ended(.done, isEdited: false), at: 10 * Self.every + 2200) == .listen(ms: Self.every - 100))
  }
}

/// The driver performs what the machine says, on a clock that the test moves.
@Suite struct WatchDriverTests {
  @Test func itRunsUntilItIsCancelled() async throws {
    let clock = ManualClock(ms: 0)
    let task = Task {
      var edits: [Bool] = [false, true, false]
      var causes: [WatchMachine.Cause] = []
      let driver = WatchDriver(
        listen: { ms in
          clock.advance(ms: min(ms, 60_000))
          try Task.checkCancellation()
          return clock.nowMs < 100_000
        },
        sleep: { ms in clock.advance(ms: ms) }, nowMs: { clock.nowMs },
        hasEdits: { edits.isEmpty ? false : edits.removeFirst() },
        run: { cause in
          causes.append(cause)
          if causes.count == 4 { withUnsafeCurrentTask { $0?.cancel() } }
          return .done
        })
      try await driver.watch(everyMs: 900_000)
      return causes
    }
    #expect(try await task.value == [.period, .change, .period, .period])
  }

  @Test func anErrorOfTheLibraryEndsIt() async {
    let driver = WatchDriver(
      listen: { _ in true }, sleep: { _ in }, nowMs: { 0 }, hasEdits: { throw SyncError.interrupted }, run: { _ in .done })
    await #expect(throws: SyncError.self) { try await driver.watch(everyMs: 1) }
  }
}

@Suite struct FileActivityTests {
  @Test func aCommitOfAnotherProgramEndsTheWait() async throws {
    let fixture = try SyncFixture()
    let activity = FileActivity(library: fixture.library.path)
    let other = try SyncFixture.another(of: fixture)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask { try await activity.wait(ms: 20_000) }
      try await other.write { try $0.execute(sql: "INSERT INTO meal(name) VALUES ('Apple')") }
      #expect(try await group.next() == true)
    }
  }

  @Test func itEndsInTimeAndWhenItIsCancelled() async throws {
    let fixture = try SyncFixture()
    let activity = FileActivity(library: fixture.library.path)
    #expect(try await activity.wait(ms: 1) == false)
    let task = Task { try await activity.wait(ms: 60_000) }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }
}

extension SyncFixture {
  /// Another program's connection to the same library.
  fileprivate static func another(of fixture: SyncFixture) throws -> DatabaseQueue { try DatabaseQueue(path: fixture.library.path) }
}

import Foundation
import HealthModel
import HealthStore
import Testing

@testable import HealthSync

/// The table of answers, row by row, without a clock, a socket or a database.
@Suite struct SyncMachineTests {
  static let now = SyncInstant(ms: 1_770_724_980_000, bootMs: 1000, boot: "b", utcOffsetMin: 60, random: 0.5)
  static let one = SyncMachine.Flight(records: 1, bytes: 300)
  static let many = SyncMachine.Flight(records: 100, bytes: 60_000)
  static let leftBehind = SyncMachine.Flight(records: 100, bytes: 60_000, isLeftBehind: true)

  /// A machine that has sent a push and waits for its answer.
  static func pushing(
    _ backendState: BackendState = BackendState(), byPerson: Bool = true, remembers: Bool = true
  ) -> SyncMachine {
    var machine = SyncMachine(
      backendState: backendState, isByPerson: byPerson, abilities: SyncMachine.Abilities(pulls: remembers, remembersPushes: remembers))
    #expect(machine.handle(.start, at: now) == .takeLock)
    guard case .push = machine.handle(.locked, at: now) else {
      Issue.record("a machine with nothing to wait for pushes first")
      return machine
    }
    return machine
  }

  static func trouble(_ remedy: Trouble.Remedy, mayHaveArrived: Bool = true) -> PushVerdict {
    .trouble(Trouble(SyncError(.server, "trouble", kind: .tryAgain), remedy, mayHaveArrived: mayHaveArrived))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let id: String
    let verdict: PushVerdict
    var flight = SyncMachineTests.many
    let action: SyncMachine.Action
    var testDescription: String { id }
  }

  @Test(arguments: [
    Row(id: "200", verdict: .settled(PushAnswer()), action: .settle(PushAnswer())),
    Row(id: "400 of many", verdict: .refused(code: "range", message: "m"), action: .rebuild),
    Row(id: "400 of one", verdict: .refused(code: "range", message: "m"), flight: one, action: .quarantine(code: "range", message: "m")),
    Row(id: "400 of a body left behind", verdict: .refused(code: "range", message: "m"), flight: leftBehind, action: .askDevice),
    Row(id: "413 of many", verdict: .tooLarge, action: .rebuild),
    Row(
      id: "413 of one", verdict: .tooLarge, flight: one,
      action: .quarantine(code: "too_large", message: "the backend accepts no record of 300 bytes")),
    Row(id: "415", verdict: .plainOnly, action: .storePlain),
    Row(id: "409 device_rewound", verdict: .rewound(.device), action: .becomeNewDevice),
    Row(id: "409 server_rewound", verdict: .rewound(.server(last: 7)), action: .followServer(last: 7)),
    Row(
      id: "401", verdict: trouble(.stop, mayHaveArrived: false), action: .finish(SyncError(.server, "trouble", kind: .tryAgain))),
    Row(id: "426 keeps pulling", verdict: trouble(.upgrade, mayHaveArrived: false), action: .pull(limit: 1000)),
    Row(id: "503", verdict: trouble(.retry(afterMs: nil)), action: .wait(ms: 500)),
    Row(id: "503 with Retry-After 5", verdict: trouble(.retry(afterMs: 5000)), action: .wait(ms: 5000)),
    Row(
      id: "429 with a minute", verdict: trouble(.retry(afterMs: 60_000), mayHaveArrived: false),
      action: .finish(SyncError(.server, "trouble; next attempt at 13:04", kind: .tryAgain))),
    Row(
      id: "nobody listens", verdict: trouble(.retry(afterMs: nil), mayHaveArrived: false),
      action: .finish(SyncError(.server, "trouble; next attempt at 13:03", kind: .tryAgain))),
  ])
  func eachAnswerToAPushHasItsAction(row: Row) {
    var machine = Self.pushing()
    #expect(machine.handle(.pushAnswered(row.verdict, row.flight), at: Self.now) == row.action)
  }

  @Test func twoUnknownAnswersAskForTheDevice() {
    var machine = Self.pushing()
    #expect(machine.handle(.pushAnswered(Self.trouble(.retry(afterMs: nil)), Self.many), at: Self.now) == .wait(ms: 500))
    guard case .push = machine.handle(.waited, at: Self.now) else { return #expect(Bool(false), "resend first") }
    #expect(machine.handle(.pushAnswered(Self.trouble(.retry(afterMs: nil)), Self.many), at: Self.now) == .wait(ms: 1000))
    #expect(machine.handle(.waited, at: Self.now) == .askDevice)
    var committed = machine
    guard case .push = committed.handle(.deviceAnswered(.known(.committed)), at: Self.now) else {
      return #expect(Bool(false), "resend for the stored answer")
    }
    #expect(machine.handle(.deviceAnswered(.known(.notCommitted)), at: Self.now) == .rebuild)
    guard case .push(let budget) = machine.handle(.written, at: Self.now) else { return #expect(Bool(false), "push again") }
    #expect(budget.bytes == BatchSize.step / 8)
  }

  @Test func aDialectWithoutMemoryIsNeverAsked() {
    var machine = Self.pushing(remembers: false)
    for wait in [500, 1000, 2000] as [Int64] {
      #expect(machine.handle(.pushAnswered(Self.trouble(.retry(afterMs: nil)), Self.one), at: Self.now) == .wait(ms: wait))
      guard case .push = machine.handle(.waited, at: Self.now) else { return #expect(Bool(false), "resend") }
    }
    guard case .finish(let error) = machine.handle(.pushAnswered(Self.trouble(.retry(afterMs: nil)), Self.one), at: Self.now) else {
      return #expect(Bool(false), "the fourth failure ends the run")
    }
    #expect(error?.kind == .tryAgain)
  }

  /// Driven against a backend that refuses every batch with record 617 of 1,000 in it.
  @Test func poisonAmongAThousandTakesAtMostTwentyTwoRequests() {
    var backendState = BackendState()
    backendState.batch.succeeded(records: 1, elapsedMs: 1)
    var machine = Self.pushing(backendState)
    var waiting = Array(0..<1000)
    var requests = 0
    var action = SyncMachine.Action.push(machine.budget)
    while case .push(let budget) = action {
      let batch = waiting.prefix(budget.records)
      if batch.isEmpty { break }
      requests += 1
      let flight = SyncMachine.Flight(records: batch.count, bytes: batch.count * 100)
      let verdict = batch.contains(617) ? PushVerdict.refused(code: "range", message: "m") : .settled(PushAnswer())
      switch machine.handle(.pushAnswered(verdict, flight), at: Self.now) {
      case .settle, .quarantine: waiting.removeFirst(batch.count)
      case .rebuild: break
      case let other: Issue.record("unexpected \(other)")
      }
      action = machine.handle(.written, at: Self.now)
    }
    #expect(waiting.isEmpty)
    #expect(requests <= 22)
  }

  @Test func aRecoveryPullsFirstAndPushesThen() {
    var machine = Self.pushing()
    #expect(machine.handle(.pushAnswered(.rewound(.server(last: 3)), Self.many), at: Self.now) == .followServer(last: 3))
    #expect(machine.backendState.recovery == .offerAgain)
    #expect(machine.handle(.written, at: Self.now) == .pull(limit: 1000))
    let page = ChangesPage(changes: [], next: "e.1", more: false)
    #expect(machine.handle(.changesAnswered(.page(page)), at: Self.now) == .apply(page))
    #expect(machine.handle(.written, at: Self.now) == .finishRecovery(.offerAgain))
    #expect(machine.backendState.recovery == .none)
    guard case .push = machine.handle(.written, at: Self.now) else { return #expect(Bool(false), "push what is offered again") }
    #expect(machine.handle(.nothingToPush, at: Self.now) == .pull(limit: 1000))
    #expect(machine.handle(.changesAnswered(.page(page)), at: Self.now) == .apply(page))
    #expect(machine.handle(.written, at: Self.now) == .finish(nil))
  }

  @Test func aKilledRecoveryBeginsWithThePull() {
    var backendState = BackendState()
    backendState.recovery = .pullFirst
    var machine = SyncMachine(
      backendState: backendState, isByPerson: false, abilities: SyncMachine.Abilities(pulls: true, remembersPushes: true))
    _ = machine.handle(.start, at: Self.now)
    #expect(machine.handle(.locked, at: Self.now) == .pull(limit: 1000))
  }

  @Test func historiesThatKeepDifferingEndTheRun() {
    var machine = Self.pushing()
    let page = ChangesPage(changes: [], next: "e.1", more: false)
    for _ in 0..<2 {
      #expect(machine.handle(.pushAnswered(.rewound(.device), Self.many), at: Self.now) == .becomeNewDevice)
      _ = machine.handle(.written, at: Self.now)
      _ = machine.handle(.changesAnswered(.page(page)), at: Self.now)
      _ = machine.handle(.written, at: Self.now)
      _ = machine.handle(.written, at: Self.now)
    }
    guard case .finish(let error) = machine.handle(.pushAnswered(.rewound(.device), Self.many), at: Self.now) else {
      return #expect(Bool(false), "no third time")
    }
    #expect(error?.code == .deviceRewound)
  }

  @Test func aSnapshotForARewoundServerNeverBecomesOneThatDeletes() {
    var backendState = BackendState()
    backendState.recovery = .offerAgain
    var machine = SyncMachine(
      backendState: backendState, isByPerson: true, abilities: SyncMachine.Abilities(pulls: true, remembersPushes: true))
    _ = machine.handle(.start, at: Self.now)
    _ = machine.handle(.locked, at: Self.now)
    #expect(machine.handle(.changesAnswered(.cursorExpired), at: Self.now) == .startSnapshot)
    #expect(machine.backendState.recovery == .offerAgain)
  }

  @Test func aPageTooLargeIsAskedForInHalves() {
    var machine = Self.pushing()
    _ = machine.handle(.nothingToPush, at: Self.now)
    #expect(machine.handle(.changesAnswered(.tooLarge), at: Self.now) == .pull(limit: 500))
    #expect(machine.handle(.changesAnswered(.tooLarge), at: Self.now) == .pull(limit: 250))
    // Not for ever: the next run asks for whole pages again.
    let page = ChangesPage(changes: [], next: "e.1", more: false)
    _ = machine.handle(.changesAnswered(.page(page)), at: Self.now)
    #expect(machine.handle(.written, at: Self.now) == .finish(nil))
    #expect(machine.backendState.pageLimit == 1000)
  }

  @Test func theTimerWaitsForBackoffAndAPersonDoesNot() {
    var backendState = BackendState()
    backendState.backoff = Deadline(120_000, after: Self.now)
    var timer = SyncMachine(
      backendState: backendState, isByPerson: false, abilities: SyncMachine.Abilities(pulls: true, remembersPushes: true))
    _ = timer.handle(.start, at: Self.now)
    guard case .finish(let error) = timer.handle(.locked, at: Self.now) else { return #expect(Bool(false), "two minutes are too long") }
    #expect(error?.message == "the last attempt failed; next attempt at 13:05")
    _ = Self.pushing(backendState)
    backendState.backoff = Deadline(20_000, after: Self.now)
    var patient = SyncMachine(
      backendState: backendState, isByPerson: false, abilities: SyncMachine.Abilities(pulls: true, remembersPushes: true))
    _ = patient.handle(.start, at: Self.now)
    #expect(patient.handle(.locked, at: Self.now) == .wait(ms: 20_000))
  }

  @Test func aLockedLibraryNamesTheTimeAndForgetsNoError() {
    var backendState = BackendState()
    backendState.lastError = SyncError(.server, "before", kind: .tryAgain)
    var machine = SyncMachine(
      backendState: backendState, isByPerson: true, abilities: SyncMachine.Abilities(pulls: true, remembersPushes: true))
    _ = machine.handle(.start, at: Self.now)
    let action = machine.handle(.lockHeld(sinceMs: Self.now.ms - 3_600_000), at: Self.now)
    #expect(action == .finish(SyncError(.locked, "Syncing... since 12:03", kind: .tryAgain)))
    #expect(machine.backendState.lastError?.message == "before")
  }

  static let refused = PushVerdict.trouble(Trouble(SyncError(.auth, "no", kind: .noPermission), .stop, mayHaveArrived: false))

  @Test func aRefusedTokenIsRenewedOnceARunAndTheRequestRepeated() {
    var machine = Self.pushing()
    #expect(machine.handle(.pushAnswered(Self.refused, Self.many), at: Self.now) == .renewToken)
    guard case .push = machine.handle(.tokenAnswered(.renewed), at: Self.now) else { return #expect(Bool(false), "repeat the push") }
    #expect(machine.handle(.pushAnswered(Self.refused, Self.many), at: Self.now) == .finish(SyncError(.auth, "no", kind: .noPermission)))
  }

  @Test(arguments: [TokenVerdict.unavailable, .refused])
  func withoutANewTokenTheRunEndsWithTheFirstRefusal(verdict: TokenVerdict) {
    var machine = Self.pushing()
    _ = machine.handle(.nothingToPush, at: Self.now)
    let trouble = Trouble(SyncError(.auth, "no", kind: .noPermission), .stop, mayHaveArrived: false)
    #expect(machine.handle(.changesAnswered(.trouble(trouble)), at: Self.now) == .renewToken)
    #expect(machine.handle(.tokenAnswered(verdict), at: Self.now) == .finish(SyncError(.auth, "no", kind: .noPermission)))
  }

  @Test func aRefreshBeginsNothingAfterTenSeconds() {
    var machine = SyncMachine(
      backendState: BackendState(), isByPerson: false, abilities: SyncMachine.Abilities(pulls: true, remembersPushes: true),
      patience: .refresh)
    _ = machine.handle(.start, at: Self.now)
    _ = machine.handle(.locked, at: Self.now)
    _ = machine.handle(.pushAnswered(.settled(PushAnswer()), Self.many), at: Self.now)
    var later = Self.now
    later.bootMs += 10_001
    guard case .finish(let error) = machine.handle(.written, at: later) else { return #expect(Bool(false), "enough") }
    #expect(error?.code == .interrupted)
    #expect(machine.backendState.lastError == nil)
  }

  @Test func takenNothingPushesNoMoreButPulls() {
    var machine = Self.pushing()
    #expect(machine.handle(.pushAnswered(.nothingTaken("took none"), Self.many), at: Self.now) == .pull(limit: 1000))
    let page = ChangesPage(changes: [], next: "e.1", more: false)
    _ = machine.handle(.changesAnswered(.page(page)), at: Self.now)
    #expect(machine.handle(.written, at: Self.now) == .finish(SyncError(.badResponse, "took none", kind: .tryAgain)))
    #expect(machine.backendState.idleRuns == 1)
  }

  /// Written down and read back at any point it goes on as if nothing had been.
  @Test func theMachineIsAValueThatCanBeWrittenDown() throws {
    var machine = Self.pushing()
    _ = machine.handle(.pushAnswered(Self.refused, Self.many), at: Self.now)
    var copy = try JSONDecoder().decode(SyncMachine.self, from: JSONEncoder().encode(machine))
    #expect(copy == machine)
    for event in [SyncMachine.Event.tokenAnswered(.renewed), .pushAnswered(Self.trouble(.retry(afterMs: nil)), Self.many), .waited] {
      #expect(copy.handle(event, at: Self.now) == machine.handle(event, at: Self.now))
    }
    #expect(copy == machine)
  }

  /// The first request after the breaker opened is the body in flight or a small push.
  @Test func aProbeIsSmall() {
    var backendState = BackendState()
    for _ in 0..<5 { backendState.breaker.failed(at: Self.now) }
    var machine = SyncMachine(
      backendState: backendState, isByPerson: true, abilities: SyncMachine.Abilities(pulls: true, remembersPushes: true))
    _ = machine.handle(.start, at: Self.now)
    guard case .push(let probe) = machine.handle(.locked, at: Self.now) else { return #expect(Bool(false), "a person doesn't wait") }
    #expect(probe.records == 100)
    _ = machine.handle(.pushAnswered(.settled(PushAnswer()), Self.many), at: Self.now)
    guard case .push(let next) = machine.handle(.written, at: Self.now) else { return #expect(Bool(false), "on it goes") }
    #expect(next.records == 5000)
    #expect(machine.backendState.breaker == Breaker())
  }

  /// However long it has been failing: a person's run tries again after the pause of a first failure.
  @Test func aPersonsRunDoesNotWaitForWhatFailedBefore() {
    var backendState = BackendState()
    for _ in 0..<10 { backendState.breaker.failed(at: Self.now) }
    var machine = Self.pushing(backendState)
    #expect(machine.handle(.pushAnswered(Self.trouble(.retry(afterMs: nil)), Self.one), at: Self.now) == .wait(ms: 500))
    // The timer's next one is after the long pause all the same.
    #expect(machine.backendState.blockedMs(at: Self.now, byPerson: false) == 900_000)
  }
}

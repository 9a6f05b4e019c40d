import HealthModel

/// The protocol's client side as a value: events and the time go in, the next action comes out.
///
///     idle → locking → gate → push … push → pull … pull → idle
///
/// It uses no clock, socket or database; `SyncEngine` performs the actions. All state that outlives a run is in
/// `backendState`.
package struct SyncMachine: Sendable, Codable, Equatable {
  /// The phase of the run, or the one after a wait.
  package enum Phase: String, Sendable, Codable {
    case push, ask, pull, renew
  }

  /// The state of the run.
  package enum State: Sendable, Codable, Equatable {
    case idle
    case locking
    /// A request is under way.
    case working(Phase)
    /// Between two requests, in time.
    case waiting(Phase)
    /// Something is being written down; then comes the phase. `nil` = everything is pulled.
    case writing(Phase?)
  }

  /// Remembered from one run to the next.
  package internal(set) var backendState: BackendState
  /// The current state of the run.
  package internal(set) var state = State.idle
  /// Whether the user started the run.
  let isByPerson: Bool
  /// The features of the backend's dialect.
  let abilities: Abilities
  /// The time limits of the run.
  let patience: Patience
  /// The daily limit of bytes and its use; the driver counts the traffic of each request.
  package var bytes = ByteBudget()
  /// The time at which the run got the lock, by the boot clock.
  var startedBootMs: Int64 = 0
  /// Milliseconds waited in this run.
  var waitedMs: Int64 = 0
  /// Failures since the last progress in this run.
  var failures = 0
  /// The number of times that the two histories were found to differ in this run.
  var rewinds = 0
  /// Kinds for which the backend turned out to have no place; asked again in the next run.
  package var untaken: Set<String> = []
  /// Records put aside since the backend last took one, in this run.
  var refusedInRow = 0
  /// The local time that the run's error names as that of the next attempt, `14:03`. `nil` = it names none.
  var nextClock: String?
  /// Whether the token was renewed in this run, or that was tried.
  var hasRenewed = false
  /// The request that was answered by 401.
  var refused: Refused?
  /// Whether the backend responded to a body in this run.
  var wasAnswered = false
  /// Whether a record left the outbox in this run: accepted, superseded or put aside.
  var hasMoved = false
  /// The error that the run ends with, without the time of the next attempt.
  var cause: SyncError?
  /// The pages and time of this run's pulls.
  var pulling = PullBounds()
  /// The error to end with after the run has continued.
  var postponed: SyncError?

  /// The abilities of a backend's dialect.
  package struct Abilities: Sendable, Codable, Equatable {
    /// Whether it can be asked for changes.
    package var pulls: Bool
    /// Whether it can be asked for this device's last push.
    package var remembersPushes: Bool
    /// The delays after failures.
    package var pace: Backoff.Pace

    /// Abilities, at the usual pace where none is given.
    package init(pulls: Bool, remembersPushes: Bool, pace: Backoff.Pace = .fullJitter) {
      self.pulls = pulls
      self.remembersPushes = remembersPushes
      self.pace = pace
    }
  }

  /// A request that was answered by 401, and the error to report if there is no new token.
  struct Refused: Sendable, Codable, Equatable {
    let phase: Phase
    let error: SyncError
  }

  /// The number of consecutive rejections without an accepted record after which a run ends, with a backend that gives
  /// no reason for each.
  static let refusals = 8
  /// So many failures in a row without any progress end a run.
  static let attempts = 4

  /// A machine at rest.
  package init(backendState: BackendState, isByPerson: Bool, abilities: Abilities, patience: Patience = .usual) {
    self.backendState = backendState
    self.isByPerson = isByPerson
    self.patience = patience
    self.abilities = abilities
  }

  /// Returns the action after `event`.
  package mutating func handle(_ event: Event, at now: SyncInstant) -> Action {
    let action = next(after: event, at: now)
    let admitted = admit(action, at: now)
    if case .finish(let error) = admitted { return .finish(concluded(error, at: now)) }
    return admitted
  }

  private mutating func next(after event: Event, at now: SyncInstant) -> Action {
    switch (state, event) {
    case (.idle, .start):
      state = .locking
      return .takeLock
    case (.locking, .lockHeld(let sinceMs)):
      return finish(SyncMachine.locked(sinceMs: sinceMs, at: now))
    case (.locking, .locked): return passGate(at: now)
    case (.waiting(let phase), .waited), (.writing(let phase?), .written): return begin(phase)
    case (.writing(nil), .written): return conclude()
    case (.working(.push), .nothingToPush):
      backendState.idleRuns = 0
      return beginPull()
    case (.working(.push), .pushAnswered(let verdict, let flight)): return judge(verdict, of: flight, at: now)
    case (.working(.ask), .deviceAnswered(let verdict)): return judge(verdict, at: now)
    case (.working(.pull), .changesAnswered(let verdict)): return judge(verdict, at: now)
    case (.working(.renew), .tokenAnswered(let verdict)): return judge(verdict, at: now)
    default: return finish(SyncError(.badResponse, "the sync reached an impossible state", kind: .software))
    }
  }

  /// The limits of the next batch.
  package var budget: BatchBudget {
    var records = backendState.maxRecords ?? 5000
    if let suspects = backendState.suspects { records = min(records, max(1, suspects / 2)) }
    if backendState.breaker.isProbing { records = min(records, 100) }
    return BatchBudget(bytes: backendState.batch.bytes, records: max(1, records))
  }
}

// MARK: - Steps

extension SyncMachine {
  /// Waits out what an earlier run or the server asked for, if that is short.
  private mutating func passGate(at now: SyncInstant) -> Action {
    startedBootMs = now.bootMs
    backendState.rebase(at: now)
    let phase = backendState.recovery == .none ? Phase.push : .pull
    let blocked = backendState.blockedMs(at: now, byPerson: isByPerson)
    if blocked == 0 { return begin(phase) }
    if blocked <= patience.waitMs {
      waitedMs += blocked
      state = .waiting(phase)
      return .wait(ms: blocked)
    }
    let isAskedTo = backendState.retryAfter?.remainingMs(at: now) == blocked
    let failed =
      backendState.breaker.failures > 1 ? "the backend failed \(backendState.breaker.failures) times in a row" : "the last attempt failed"
    let reason = isAskedTo ? "the backend asked to wait" : failed
    return finishLater(SyncError(.backoff, reason, kind: .tryAgain), waitMs: blocked, at: now)
  }

  mutating func begin(_ phase: Phase) -> Action {
    if phase == .renew {
      state = .working(.renew)
      return .renewToken
    }
    if phase == .pull || postponed != nil { return beginPull() }
    if phase == .ask || (backendState.unknownAnswers >= 2 && abilities.remembersPushes) {
      state = .working(.ask)
      return .askDevice
    }
    state = .working(.push)
    return .push(budget)
  }

  private mutating func beginPull() -> Action {
    guard abilities.pulls else { return finish(postponed) }
    state = .working(.pull)
    return .pull(limit: backendState.pageLimit)
  }

  /// Everything is pulled: push again if a recovery waited for that, else the run is over.
  private mutating func conclude() -> Action {
    // The page that was too large has been pulled.
    backendState.pageLimit = BackendState.pageLimit
    let recovery = backendState.recovery
    guard recovery != .none else { return finish(postponed) }
    backendState.recovery = .none
    return write(.finishRecovery(recovery), then: .push)
  }

  /// Writes something down, then goes on with `phase`; `nil` = everything is pulled.
  mutating func write(_ action: Action, then phase: Phase?) -> Action {
    state = .writing(phase)
    return action
  }

  mutating func finish(_ error: SyncError?) -> Action {
    state = .idle
    return .finish(error)
  }

  /// A valid answer came.
  mutating func succeeded() {
    backendState.breaker.succeeded()
    backendState.backoff = nil
    backendState.retryAfter = nil
    failures = 0
  }

  /// Waits and comes back to `phase`, or ends the run if that would take too long or leads nowhere.
  mutating func handle(_ trouble: Trouble, in phase: Phase, at now: SyncInstant) -> Action {
    switch trouble.remedy {
    case .stop where trouble.error.code == .auth && !hasRenewed: return renewToken(after: trouble, in: phase)
    case .stop: return finish(trouble.error)
    case .upgrade:
      postponed = trouble.error
      return phase == .pull ? finish(trouble.error) : beginPull()
    case .retry(let afterMs):
      failures += 1
      backendState.breaker.failed(at: now)
      let backoffMs = abilities.pace.delayMs(inRun: failures, inRow: backendState.breaker.failures, random: now.random)
      backendState.backoff = Deadline(backoffMs, after: now)
      if let afterMs { backendState.retryAfter = Deadline(afterMs, after: now) }
      // A person's run doesn't wait for what failed before it.
      let pauseMs = isByPerson ? abilities.pace.delayMs(inRun: failures, inRow: failures, random: now.random) : backoffMs
      let waitMs = max(pauseMs, backendState.blockedMs(at: now, byPerson: isByPerson))
      // If nothing listens at the address, a retry within seconds is useless; the next run tries again.
      let isWorthWaiting = trouble.mayHaveArrived || afterMs != nil
      guard isWorthWaiting, failures < SyncMachine.attempts, waitedMs + waitMs <= patience.waitMs else {
        return finishLater(trouble.error, waitMs: backendState.blockedMs(at: now, byPerson: false), at: now)
      }
      waitedMs += waitMs
      state = .waiting(phase)
      return .wait(ms: waitMs)
    }
  }

  private static func locked(sinceMs: Int64, at now: SyncInstant) -> SyncError {
    SyncError(.locked, "Syncing... since \(now.clock(inMs: sinceMs - now.ms))", kind: .tryAgain)
  }
}

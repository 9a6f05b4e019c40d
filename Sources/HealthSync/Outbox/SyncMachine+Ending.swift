import HealthModel

/// Before each request and at the end of a run: whether it may go on, and what of it is remembered.
extension SyncMachine {
  /// The time that a run may take.
  package struct Patience: Sendable, Codable, Equatable {
    /// Milliseconds that it waits in all, between requests.
    var waitMs: Int64
    /// Milliseconds after which it begins no further request. `nil` = it goes on as long as it makes progress.
    var totalMs: Int64?

    /// One run waits at most 30 s in all.
    package static let usual = Patience(waitMs: 30_000, totalMs: nil)
    /// The user views the day meanwhile: the run never waits, and after 10 s the rest is left to the next run.
    package static let refresh = Patience(waitMs: 0, totalMs: 10_000)
  }

  /// So many runs in a row that move nothing are a failure of their own.
  static let idleRuns = 3

  /// The action, or the end of the run when no further request may begin.
  mutating func admit(_ action: Action, at now: SyncInstant) -> Action {
    switch action {
    case .push, .askDevice, .pull, .renewToken: break
    default: return action
    }
    if !isByPerson, let block = bytes.block(at: now) {
      return finishLater(SyncError(.budget, "today's budget of \(bytes.words) is used up", kind: .tryAgain), waitMs: block.ms, at: now)
    }
    if let totalMs = patience.totalMs, now.bootMs - startedBootMs > totalMs {
      return finish(SyncError(.interrupted, "there is more to sync than fits into a refresh", hint: "\(.sync)", kind: .tryAgain))
    }
    if case .pull = action, !pulling.asks(at: now) {
      return finish(
        SyncError(.interrupted, "there is more to pull than fits into one sync; the next one continues", hint: "\(.sync)", kind: .tryAgain))
    }
    return action
  }

  /// Ends the run with the error and the time of the next attempt in it; remembered is the error alone.
  mutating func finishLater(_ error: SyncError, waitMs: Int64, at now: SyncInstant) -> Action {
    cause = error
    let clock = now.clock(inMs: waitMs)
    nextClock = clock
    return finish(SyncError(error.code, error.message + SyncMachine.nextAttempt(clock), hint: error.hint, kind: .tryAgain))
  }

  /// The error of a run that nothing will repeat by itself: what was to be the next attempt is the user's to make.
  func unrepeated(_ error: SyncError) -> SyncError {
    guard let nextClock, error.message.hasSuffix(SyncMachine.nextAttempt(nextClock)) else { return error }
    let message = error.message.dropLast(SyncMachine.nextAttempt(nextClock).count)
    return SyncError(error.code, "\(message); try again after \(nextClock)", hint: error.hint, kind: error.kind)
  }

  private static func nextAttempt(_ clock: String) -> String { "; next attempt at \(clock)" }

  /// Returns the error that the run ends with, after storing it.
  mutating func concluded(_ error: SyncError?, at now: SyncInstant) -> SyncError? {
    if error?.code == .locked { return error }
    if hasMoved {
      backendState.idleRuns = 0
    } else if wasAnswered {
      backendState.idleRuns += 1
    }
    guard backendState.idleRuns >= SyncMachine.idleRuns, wasAnswered, error.map(SyncMachine.canBeIdle) ?? true else {
      remember(cause ?? error, at: now)
      return error
    }
    let stuck = SyncError.noProgress(runs: backendState.idleRuns, saying: (cause ?? error)?.message)
    remember(stuck, at: now)
    return stuck
  }

  /// The driver couldn't do what the machine asked for.
  package mutating func broke(_ error: SyncError, at now: SyncInstant) -> SyncError {
    state = .idle
    remember(error, at: now)
    return error
  }

  private mutating func remember(_ error: SyncError?, at now: SyncInstant) {
    switch error?.code {
    case nil:
      backendState.lastError = nil
      backendState.failingSinceMs = nil
    // Nothing failed: the day's bytes are used up, or somebody was in a hurry.
    case .budget, .interrupted: break
    // The reason for the wait is already stored.
    case .backoff where backendState.lastError != nil: break
    default:
      backendState.lastError = error
      if backendState.failingSinceMs == nil { backendState.failingSinceMs = now.ms }
    }
  }

  /// Returns whether the error leaves open what a person must do about it: only such errors become `no_progress`.
  private static func canBeIdle(_ error: SyncError) -> Bool {
    switch error.code {
    case .badResponse, .deviceRewound, .serverRewound: true
    default: false
    }
  }
}

extension SyncError {
  /// The backend answers, and yet nothing of what waits ever leaves the outbox.
  static func noProgress(runs: Int, saying message: String?) -> SyncError {
    SyncError(
      .noProgress, "the backend answered \(runs) runs in a row and took none of the waiting records" + (message.map { ": \($0)" } ?? ""),
      hint: "its log may say why; nothing is lost here: \(.syncStatus)", kind: .unavailable)
  }
}

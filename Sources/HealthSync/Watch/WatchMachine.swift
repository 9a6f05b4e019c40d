/// The state machine that decides when an observer of a library syncs: it takes an event and the time, and returns the next action.
///
///     started → running → idle ⇄ settling → running …
///
/// Times are milliseconds of a clock that never jumps and counts while the machine sleeps.
package struct WatchMachine: Sendable, Equatable {
  /// The cause of a run.
  package enum Cause: Sendable, Equatable {
    /// It is time: others may have changed something, or a source may have something new.
    case period
    /// Something was edited here.
    case change
    /// The work that an earlier run couldn't do can be retried.
    case retry
  }

  /// The result of a run.
  package enum Outcome: Sendable, Equatable {
    /// It was completed.
    case done
    /// It failed, and another attempt is useless before so many milliseconds have passed. `nil` = the user has to act first.
    case failed(retryMs: Int64?)
    /// Another process's run was going on.
    case busy
  }

  /// An event, which is an input to a step.
  package enum Event: Sendable, Equatable {
    case started
    /// The library's files were written; whether another process made an edit to be synced.
    case touched(isEdited: Bool)
    /// The wait is over; whether another process made an edit meanwhile.
    case elapsed(isEdited: Bool)
    /// The run is over; whether another process made an edit during it that is still queued.
    case ended(Outcome, isEdited: Bool)
  }

  /// The next action.
  package enum Action: Sendable, Equatable {
    case run(Cause)
    /// Wait until the library's files are written to, at most so long.
    case listen(ms: Int64)
    /// Wait so long, whatever happens.
    case sleep(ms: Int64)
  }

  /// So long nothing must have been edited before a run begins, so that one run takes a burst of edits: 2 s.
  package static let quietMs: Int64 = 2000
  /// Edits that don't stop are synced after so long all the same: 30 s.
  package static let patienceMs: Int64 = 30_000
  /// The minimum interval of checks when files are written without an edit: 0.5 s.
  package static let pauseMs: Int64 = 500
  /// The delay before a retry while another process syncs: 5 s.
  package static let busyMs: Int64 = 5000

  private enum State: Sendable, Equatable {
    case idle
    /// Edits came, the first of them then; waits for them to stop.
    case settling(sinceMs: Int64)
    case running(Cause)
  }

  private let everyMs: Int64
  private var state = State.idle
  /// The time at which the next periodic run is due.
  private var periodMs: Int64 = 0
  /// The time at which the failed work is retried. `nil` = nothing failed, or only the user can fix it.
  private var retryAtMs: Int64?
  /// Before which edits don't make a run begin.
  private var heldUntilMs: Int64 = 0

  /// - Parameter everyMs: Milliseconds between the starts of two periodic runs.
  package init(everyMs: Int64) { self.everyMs = everyMs }

  /// Returns the action after `event`.
  package mutating func handle(_ event: Event, at nowMs: Int64) -> Action {
    switch (state, event) {
    case (_, .started): return run(.period, at: nowMs)
    case (.running, .ended(let outcome, let isEdited)):
      state = .idle
      note(outcome, at: nowMs)
      return isEdited ? settle(at: nowMs) : wait(at: nowMs)
    case (.idle, .touched(true)), (.idle, .elapsed(true)): return settle(at: nowMs)
    // Something is written that isn't an edit, perhaps a thousand times a second.
    case (.idle, .touched(false)): return due(at: nowMs).map { run($0, at: nowMs) } ?? .sleep(ms: WatchMachine.pauseMs)
    case (.settling(let sinceMs), .elapsed(true)) where nowMs - sinceMs < WatchMachine.patienceMs:
      return .sleep(ms: WatchMachine.quietMs)
    case (.settling, .elapsed): return nowMs >= heldUntilMs ? run(.change, at: nowMs) : rest(at: nowMs)
    default: return wait(at: nowMs)
    }
  }

  // MARK: Private

  private mutating func run(_ cause: Cause, at nowMs: Int64) -> Action {
    if cause == .period { periodMs = nowMs + everyMs }
    retryAtMs = nil
    state = .running(cause)
    return .run(cause)
  }

  private mutating func note(_ outcome: Outcome, at nowMs: Int64) {
    heldUntilMs = 0
    switch outcome {
    case .done, .failed(nil): retryAtMs = nil
    case .failed(let retryMs?):
      heldUntilMs = nowMs + max(retryMs, 1000)
      retryAtMs = heldUntilMs
    case .busy: retryAtMs = nowMs + WatchMachine.busyMs
    }
  }

  /// Waits for more edits. While the backend must not be contacted there is no hurry.
  private mutating func settle(at nowMs: Int64) -> Action {
    if nowMs < heldUntilMs { return rest(at: nowMs) }
    state = .settling(sinceMs: nowMs)
    return .sleep(ms: WatchMachine.quietMs)
  }

  /// Edits wait for the end of the backoff: the next try sends them.
  private mutating func rest(at nowMs: Int64) -> Action {
    state = .idle
    retryAtMs = max(retryAtMs ?? heldUntilMs, heldUntilMs)
    return wait(at: nowMs)
  }

  private mutating func wait(at nowMs: Int64) -> Action {
    if let cause = due(at: nowMs) { return run(cause, at: nowMs) }
    state = .idle
    return .listen(ms: min(periodMs, retryAtMs ?? .max) - nowMs)
  }

  private func due(at nowMs: Int64) -> Cause? {
    if nowMs >= periodMs { return .period }
    return retryAtMs.map { nowMs >= $0 } == true ? .retry : nil
  }
}

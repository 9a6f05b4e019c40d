import HealthModel
import HealthSync
import Settings
import Synchronization

/// The output of `sync --watch`: a line when something happened, a failure once, and once when it is over.
final class WatchReports: Sendable {
  private struct State {
    /// The failure that was reported and isn't over. `nil` = none.
    var failing: String?
    /// The errors of the sources, by message, that occurred in the previous run and in this one.
    var sources: (before: Set<String>, now: Set<String>) = ([], [])
  }

  private let json: Bool
  private let state = Mutex(State())

  init(json: Bool) { self.json = json }

  /// Begins a run that reads the sources: their errors are reported unless they were in the previous run.
  func beginSources() -> Failures {
    state.withLock { $0.sources = ($0.sources.now, []) }
    return Failures { [self] error in
      let isNew = state.withLock { state in
        state.sources.now.insert(error.message)
        return !state.sources.before.contains(error.message)
      }
      if isNew { Output.report(error) }
    }
  }

  /// A run that reached the backend, or not.
  func ended(_ report: SyncReport, _ cause: WatchMachine.Cause) {
    if let stop = report.stop { return failed(stop, cause, report) }
    let isOver = state.withLock { state in
      defer { state.failing = nil }
      return state.failing != nil
    }
    let happened = report.pushed + report.pulled + report.rejected.count + report.conflicts + report.recovered + report.untoldDeletions
    guard isOver || happened > 0 else { return }
    tell(report, cause, line: (isOver ? ["syncing again"] : []) + report.words, error: nil)
    if let failure = report.failure, !json { Output.report(failure) }
  }

  /// A run that could not even begin.
  func failed(_ error: any UserFacingError, _ cause: WatchMachine.Cause) { failed(error, cause, SyncReport()) }

  private func failed(_ error: any UserFacingError, _ cause: WatchMachine.Cause, _ report: SyncReport) {
    // Backoff is what follows from a failure, not another one; a message has times in it that change.
    let code = (error as? SyncError)?.code.rawValue ?? error.message
    let isNew = state.withLock { state in
      if state.failing == code || (state.failing != nil && code == SyncError.Code.backoff.rawValue) { return false }
      state.failing = code
      return true
    }
    guard isNew else { return }
    if json { return tell(report, cause, line: [], error: error) }
    Output.report(CommandError(error.kind, "Sync Failed: \(error.message)", hint: error.advice))
  }

  private func tell(_ report: SyncReport, _ cause: WatchMachine.Cause, line: [String], error: (any UserFacingError)?) {
    let now = LocalClock.now
    guard json else {
      Output.line("\(now.day) \(now.clock)  \(line.joined(separator: ", "))")
      return Output.flush()
    }
    let trouble = error.map { error in
      JSON.object([
        ("code", JSON((error as? SyncError)?.code.rawValue)), ("message", .string(error.message)), ("hint", JSON(error.advice)),
      ])
    }
    Output.json(
      .object([("at_ms", JSON(now.ms)), ("cause", .string(cause.word))] + report.counts + [("error", trouble ?? .null)]))
  }
}

extension WatchMachine.Cause {
  /// As in the JSON contract.
  var word: String {
    switch self {
    case .period: "period"
    case .change: "change"
    case .retry: "retry"
    }
  }
}

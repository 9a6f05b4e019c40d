import Files
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Settings

/// `hsync sync --watch`: pushes edits soon after they are made, and pulls the changes of other devices from time to
/// time, until Ctrl-C.
struct SyncWatch {
  private let library: Library
  private let every: IntervalArgument
  private let reports: WatchReports
  private let identity: FileIdentity?

  init(_ library: Library, every: IntervalArgument, json: Bool) {
    self.library = library
    self.every = every
    reports = WatchReports(json: json)
    identity = FileIdentity(library.path)
  }

  /// Watches until a signal to stop, which ends a run in progress without loss.
  /// - Throws: kind `.configuration` when the user isn't signed in; a permanent error of the library.
  func run() async throws {
    guard try AccountFile(library: library.path).read() != nil else { throw CommandError.notSignedIn }
    // Others see by it that failed syncs are repeated; two observers don't mind each other.
    let mark = try? LockFile.take(.observing, besideLibrary: library.path, nowMs: LocalClock.nowMs)
    defer { withExtendedLifetime(mark) {} }
    try await Interrupt.cancelling { interrupt in
      Output.notice("watching; edits are synced after 2 s, changes of other devices every \(every.words); Ctrl-C stops it")
      try await watch(interrupt)
    }
  }

  private func watch(_ interrupt: Interrupt) async throws {
    let clock = SyncClock.system
    let activity = FileActivity(library: library.path)
    var pulse = try LibraryPulse(library)
    let driver = WatchDriver(
      listen: { try await activity.wait(ms: $0) }, sleep: clock.wait, nowMs: { clock.instant().bootMs },
      hasEdits: { try pulse.hasEdits() }, run: { cause in try await once(cause, interrupt) })
    try await driver.watch(everyMs: every.milliseconds)
  }

  /// Performs one run. An error is reported once, and the run is retried later.
  private func once(_ cause: WatchMachine.Cause, _ interrupt: Interrupt) async throws -> WatchMachine.Outcome {
    if FileIdentity(library.path) != identity {
      throw CommandError(.tryAgain, "another file has taken the place of \(library.path)", hint: "start again: hsync sync --watch")
    }
    do {
      var failures = cause == .period ? reports.beginSources() : Failures()
      let outcome = try await ReportedSync(library, isInterrupted: { interrupt.isRaised })
        .run(.watch, readsSources: cause == .period, reporting: &failures)
      guard case .ran(let report, let engine) = outcome else { throw CommandError.notSignedIn }
      if report.stop?.code == .interrupted { throw CancellationError() }
      if report.stop?.code == .locked { return .busy }
      reports.ended(report, cause)
      if cause == .period, report.stop == nil { await Events.atStart.send(with: engine, reason: .watch) }
      return try self.outcome(of: report.stop)
    } catch let error as any UserFacingError {
      if error.kind == .badData { throw error }
      reports.failed(error, cause)
      return .failed(retryMs: error.kind == .tryAgain || error.kind == .io ? SyncWatch.pauseMs : nil)
    }
  }

  /// The minimum pause after a temporary failure: 10 s.
  private static let pauseMs: Int64 = 10_000

  private func outcome(of stop: SyncError?) throws -> WatchMachine.Outcome {
    guard let stop else { return .done }
    // A used-up daily budget or a run without progress isn't retried before the next periodic run.
    guard stop.kind == .tryAgain, !["budget", "no_progress"].contains(stop.code.rawValue) else { return .failed(retryMs: nil) }
    let next = try SyncEngine.status(of: library).next?.atMs ?? 0
    return .failed(retryMs: max(SyncWatch.pauseMs, next - LocalClock.nowMs))
  }
}

import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Settings

/// The refresh of `hsync today --refresh` before it shows the day: reads the sources and syncs, at most once in 60 s.
struct DayRefresh {
  private let library: Library

  init(_ library: Library) { self.library = library }

  /// Refreshes what it can; errors are a line on standard error. The sources aren't read if an environment variable
  /// sets another zone than that of the stored days. Nothing is printed when it is too early, when another process is
  /// syncing, when the user isn't signed in, and about a pause that the day shows anyway.
  /// - Throws: `CancellationError` after Ctrl-C.
  func run() async throws {
    // One line each, without the hint: beside an answer that matters more.
    var failures = Failures { Output.notice("hsync: \($0.message)") }
    do {
      guard case .ran(let report, _) = try await ReportedSync(library).refresh(reporting: &failures) else { return }
      guard let failure = report.failure else { return }
      // Another process is at it, or what it waits for stands in the day itself.
      if ![.locked, .backoff, .budget].contains(failure.code) { failures.report(failure) }
    } catch let error as any UserFacingError {
      failures.report(error)
    }
  }
}

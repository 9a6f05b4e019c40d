import HealthDesk
import HealthModel
import HealthStore
import HealthSync

/// What `hsync today --refresh` does before it shows the day: reads the sources and syncs, at most once in 60 s.
struct DayRefresh {
  private let library: Library

  init(_ library: Library) { self.library = library }

  /// Does what it can; what goes wrong is a line on standard error. The sources are left alone where a variable of the environment asks for another
  /// zone than that of the stored days. Nothing is said when it is too early, when another process is syncing, when
  /// nobody is signed in, and of a pause that the day shows anyway.
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

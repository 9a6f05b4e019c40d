import HealthModel
import HealthStore
import HealthSync

/// Imports new exports from the connected folders, then syncs the library with its backend. `Sync Now`, timers and refreshes of the day do
/// this.
package struct LibrarySync {
  /// A step of a run.
  package enum Step: Sendable {
    /// A step of importing from the folders.
    case source(SourceImports.Step)
    /// The folders were imported from or skipped, and the backend is next.
    case sourcesEnded
  }

  /// The result of a run.
  package enum Outcome: Sendable {
    /// The last refresh began less than 60 s ago; nothing was done.
    case tooEarly
    /// The library isn't signed in to a backend. New exports in the folders were imported.
    case signedOut
    /// The result of the sync, which may have stopped early, and the engine that did it.
    case ran(SyncReport, by: SyncEngine)
  }

  private let sources: SourceImports
  private let engine: @Sendable () throws -> SyncEngine?
  private let clock: SyncClock

  private var library: Library { sources.imports.library }

  /// - Parameters:
  ///   - sources: The folders, and the library that they are imported into.
  ///   - engine: Makes the engine of that library, after the import; `nil` = the library is signed in to no backend.
  ///   - clock: Measures the time between refreshes.
  package init(_ sources: SourceImports, engine: @escaping @Sendable () throws -> SyncEngine?, clock: SyncClock = .system) {
    self.sources = sources
    self.engine = engine
    self.clock = clock
  }

  /// Imports and syncs once. The import blocks the calling thread.
  ///
  /// A cancelled task ends a sync under way, with `SyncError.Code.interrupted` in its report. The import asks its own `isInterrupted`.
  ///
  /// - Parameters:
  ///   - readsSources: Whether to import from the folders first.
  ///   - report: Called for each step, in order.
  /// - Throws: `StoreError`, `SyncError` when the account or the lock file can't be used, or `CancellationError` when the import was interrupted
  ///   or the task was cancelled before the sync. What was imported is kept.
  package func run(
    reason: SyncReason, readsSources: Bool = true, _ report: @escaping (Step) -> Void = { _ in }
  ) async throws -> Outcome {
    // First, so that what is new is in what is sent.
    if readsSources { try sources.run { report(.source($0)) } }
    report(.sourcesEnded)
    try Task.checkCancellation()
    guard let engine = try engine() else { return .signedOut }
    return .ran(try await engine.run(reason: reason), by: engine)
  }

  /// The same for a view of the day, at most once in 60 s over all processes.
  ///
  /// The folders are skipped where a variable of the environment asks for another zone than that of the stored days.
  ///
  /// - Throws: As `run`.
  package func refresh(_ report: @escaping (Step) -> Void = { _ in }) async throws -> Outcome {
    guard try RefreshThrottle.begins(in: library, clock: clock) else { return .tooEarly }
    let asksInPassing = SummaryLog(library, as: sources.imports.settings).asksInPassing
    return try await run(reason: .refresh, readsSources: !asksInPassing, report)
  }
}

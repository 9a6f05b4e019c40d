import Foundation
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Settings

/// Reads the exports that are new in the configured folders, then syncs, and says what became of each export.
struct ReportedSync {
  private let library: Library
  private let isInterrupted: (@Sendable () -> Bool)?

  /// - Parameter isInterrupted: Asked while a file is read; `nil` = Ctrl-C is noticed here.
  init(_ library: Library, isInterrupted: (@Sendable () -> Bool)? = nil) {
    self.library = library
    self.isInterrupted = isInterrupted
  }

  /// Imports each new file, and syncs. An unreadable file is reported and doesn't affect the others.
  ///
  /// - Throws: a wrong configuration, an error of the library or the account, or `CancellationError` after Ctrl-C.
  func run(_ reason: SyncReason, readsSources: Bool = true, reporting failures: inout Failures) async throws -> LibrarySync.Outcome {
    try await reporting(&failures) { try await $0.run(reason: reason, readsSources: readsSources, $1) }
  }

  /// The same at most once in 60 s.
  func refresh(reporting failures: inout Failures) async throws -> LibrarySync.Outcome {
    try await reporting(&failures) { try await $0.refresh($1) }
  }

  private func reporting(
    _ failures: inout Failures, _ work: (LibrarySync, @escaping (LibrarySync.Step) -> Void) async throws -> LibrarySync.Outcome
  ) async throws -> LibrarySync.Outcome {
    let configuration = Configuration.atStart
    let interrupt = isInterrupted == nil && !configuration.healthFolders.isEmpty ? Interrupt() : nil
    let imports = FileImport(
      library, settings: configuration.health, clock: LocalClock.wall, temporaryFolder: NSTemporaryDirectory(),
      isInterrupted: isInterrupted ?? { interrupt?.isRaised == true })
    let sync = LibrarySync(SourceImports(imports, folders: configuration.healthFolders), engine: { try SyncEngine(signedIn: library) })
    var reported = failures
    defer { failures = reported }
    return try await work(sync) { step in
      switch step {
      case .source(.denied(let folder, let access)):
        reported.report(
          CommandError(.noPermission, "the source \(folder.path) is not granted", hint: access.hint(for: folder.path)?.words(\.command)))
      case .source(.progressed): break
      case .source(.imported(let file, let outcome)): Output.notice("\(file.path): \(Quantity.grouped(outcome.added)) new samples")
      case .source(.failed(_, let error)): reported.report(error)
      // A sync may be ended at any time without loss.
      case .sourcesEnded: interrupt?.end()
      }
    }
  }
}

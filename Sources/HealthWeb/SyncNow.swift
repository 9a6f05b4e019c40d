import Foundation
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Synchronization

/// The syncs that this server runs: those that a press starts, and the refresh of a day that is shown. One at a time.
actor SyncNow {
  /// The result of a press.
  enum Ending: Sendable {
    /// A run is under way, of this or another process; nothing was done.
    case busy
    /// There is no backend. What the folders had is imported.
    case signedOut
    /// The backend and the library have the same records now.
    ///
    /// - `troubles`: Sentences about folders and files that couldn't be read.
    case done(records: Int, troubles: [String])
    case failed(any UserFacingError)
  }

  private let library: SharedLibrary
  private let settings: WebSettings
  private let clock: any WallClock
  private var isRunning = false
  private let isStopped = StopFlag()

  init(_ library: SharedLibrary, settings: WebSettings, clock: any WallClock) {
    (self.library, self.settings, self.clock) = (library, settings, clock)
  }

  /// Imports and syncs now.
  func press() async -> Ending {
    if isRunning { return .busy }
    isRunning = true
    defer { isRunning = false }
    let troubles = Troubles()
    do {
      switch try await run({ try await $0.run(reason: .person) { troubles.note($0) } }) {
      case .tooEarly: return .busy
      case .signedOut: return .signedOut
      case .ran(let report, _):
        if report.stop?.code == .locked { return .busy }
        if let failure = report.failure { return .failed(failure) }
        return .done(records: report.pushed + report.pulled, troubles: troubles.sentences)
      }
    } catch let error as any UserFacingError {
      return .failed(error)
    } catch {
      return .failed(WebError(.interrupted, "the sync was interrupted", hint: nil, kind: .tryAgain))
    }
  }

  /// Does the same at most once in 60 s, where there is something to read from or to sync with. What fails is shown by the day itself.
  func refresh() async {
    if isRunning || !settings.isLive(library.path) { return }
    isRunning = true
    defer { isRunning = false }
    let events = settings.events
    _ = try? await run { sync in
      let outcome = try await sync.refresh()
      if case .ran(let report, let engine) = outcome, report.stop == nil { await events?.send(with: engine, reason: .refresh) }
      return outcome
    }
  }

  /// Ends an import that is under way.
  nonisolated func stop() { isStopped.raise() }

  private func run(_ work: @escaping @Sendable (LibrarySync) async throws -> LibrarySync.Outcome) async throws -> LibrarySync.Outcome {
    let (settings, clock, isStopped) = (settings, clock, isStopped)
    return try await library.runLong { library in
      let imports = FileImport(
        library, settings: settings.health, clock: clock, temporaryFolder: NSTemporaryDirectory(), isInterrupted: { isStopped.isRaised })
      return try await work(LibrarySync(SourceImports(imports, folders: settings.healthFolders), engine: { try settings.engine(library) }))
    }
  }
}

/// Set once, when the server ends.
private final class StopFlag: Sendable {
  private let flag = Atomic(false)

  var isRaised: Bool { flag.load(ordering: .relaxed) }
  func raise() { flag.store(true, ordering: .relaxed) }
}

/// What couldn't be read, collected while a run goes on.
private final class Troubles: Sendable {
  private let kept = Mutex<[String]>([])

  var sentences: [String] { kept.withLock { $0 } }

  func note(_ step: LibrarySync.Step) {
    let sentence: String
    switch step {
    case .source(.denied(let folder, _)): sentence = "the source \(folder.path) is not granted"
    case .source(.failed(_, let error)): sentence = error.message
    case .source, .sourcesEnded: return
    }
    kept.withLock { $0.append(sentence) }
  }
}

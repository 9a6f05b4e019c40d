import Foundation
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Synchronization

/// The syncs of this server: those that a user starts, and the refresh when a day is shown. One at a time.
actor SyncNow {
  /// The result of a sync started by a user.
  enum Ending: Sendable {
    /// A run of this or another process is in progress; nothing was done.
    case busy
    /// There is no backend. New exports in the folders were imported.
    case signedOut
    /// The backend and the library have the same records now.
    ///
    /// - `troubles`: Sentences about folders and files that couldn't be read.
    case done(records: Int, troubles: [String])
    case failed(any UserFacingError)
  }

  private let library: SharedLibrary
  private let settings: LiveSettings
  private let clock: any WallClock
  private var isRunning = false { didSet { if !isRunning { endedAtMs = clock.nowMs } } }
  private var endedAtMs: Int64?
  /// The last time at which a view of the day asked for a refresh that might be due.
  private var askedAtMs: Int64?
  /// The milliseconds between two such questions: each reads the library, and most refreshes aren't due for a minute.
  private static let leastAskMs: Int64 = 1000
  private let isStopped = StopFlag()

  init(_ library: SharedLibrary, settings: LiveSettings, clock: any WallClock) {
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

  /// Syncs like `press`, at most once in 60 s, if there are folders or a backend. Failures are shown on the day's page.
  func refresh() async {
    let now = clock.nowMs
    if isRunning || askedAtMs.map({ (0..<SyncNow.leastAskMs).contains(now - $0) }) ?? false { return }
    if !settings.now.isLive(library.path) { return }
    askedAtMs = now
    isRunning = true
    defer { isRunning = false }
    let events = settings.events
    _ = try? await run { sync in
      let outcome = try await sync.refresh()
      if case .ran(let report, let engine) = outcome, report.stop == nil { await events?.send(with: engine, reason: .refresh) }
      return outcome
    }
  }

  /// Whether a run ended within the last 10 s: a page that was loaded in the meantime may show older data.
  var hasJustEnded: Bool { endedAtMs.map { clock.nowMs - $0 < 10_000 } ?? false }

  /// Ends a running import.
  nonisolated func stop() { isStopped.raise() }

  private func run(_ work: @escaping @Sendable (LibrarySync) async throws -> LibrarySync.Outcome) async throws -> LibrarySync.Outcome {
    let (settings, clock, isStopped) = (settings.now, clock, isStopped)
    return try await library.runLong { library in
      let imports = FileImport(
        library, settings: settings.health, clock: clock, temporaryFolder: NSTemporaryDirectory(), isInterrupted: { isStopped.isRaised })
      return try await work(LibrarySync(SourceImports(imports, folders: settings.healthFolders), engine: { try settings.engine(library) }))
    }
  }
}

/// The sources that couldn't be read during a run, as sentences. Any thread may call it.
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

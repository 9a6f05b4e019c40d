import Foundation
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Synchronization

/// The import of an export that a browser sends. One at a time in this server; it goes on when the browser is gone.
final class ImportDesk: Sendable {
  /// How far it is.
  enum Stage: Sendable {
    /// The file is being sent.
    ///
    /// - `total`: Bytes of the whole form; `nil` = the browser doesn't say.
    case receiving(bytes: Int64, total: Int64?)
    /// It is being read into the library.
    case importing(ImportRun.Progress)
    case imported(HealthOrigin, ImportOutcome)
    case failed(any UserFacingError)
    case cancelled
  }

  /// An import from its first byte on.
  struct Job: Sendable {
    /// The file as the browser names it, fit to be shown; empty until it does.
    var name = ""
    var stage: Stage
    /// Raised when it is to end without a result.
    let stop = StopFlag()

    /// Whether it is still under way.
    var isRunning: Bool {
      switch stage {
      case .receiving, .importing: true
      case .imported, .failed, .cancelled: false
      }
    }
  }

  private let library: SharedLibrary
  private let settings: LiveSettings
  private let clock: any WallClock
  private let kept = Mutex<Job?>(nil)

  init(_ library: SharedLibrary, settings: LiveSettings, clock: any WallClock) {
    (self.library, self.settings, self.clock) = (library, settings, clock)
  }

  /// The last import since the server started, or the one that is under way; `nil` = there was none.
  var job: Job? { kept.withLock { $0 } }

  /// Begins to receive a file.
  ///
  /// - Returns: What ends it; `nil` = an import is under way.
  func begin(total: Int64?) -> StopFlag? {
    kept.withLock { kept in
      if kept?.isRunning == true { return nil }
      let job = Job(stage: .receiving(bytes: 0, total: total))
      kept = job
      return job.stop
    }
  }

  /// Notes how far the import under way is.
  func note(name: String? = nil, _ stage: Stage) {
    kept.withLock { kept in
      guard kept?.isRunning == true else { return }
      if let name { kept?.name = name }
      kept?.stage = stage
    }
  }

  /// Forgets the import under way: its file didn't come.
  func drop() { kept.withLock { if $0?.isRunning == true { $0 = nil } } }

  /// Imports a file that came. Returns at once; the file is removed when it was read.
  func run(_ file: ReceivedFile, named name: String, stop: StopFlag) {
    note(name: name, .importing(ImportRun.Progress()))
    Task { await finish(file, named: name, stop: stop) }
  }

  private func finish(_ file: ReceivedFile, named name: String, stop: StopFlag) async {
    let (health, clock) = (settings.health, clock)
    let stage: Stage
    do {
      let (origin, outcome) = try await library.run { library in
        let imports = FileImport(
          library, settings: health, clock: clock, temporaryFolder: NSTemporaryDirectory(), isInterrupted: { stop.isRaised })
        return try imports.run(file.path, named: name) { self.note(.importing($0)) }
      }
      stage = .imported(origin, outcome)
    } catch let error as any UserFacingError {
      stage = .failed(error)
    } catch is CancellationError {
      stage = .cancelled
    } catch {
      stage = .failed(WebError(.interrupted, "the import was interrupted", hint: nil, kind: .tryAgain))
    }
    file.remove()
    note(stage)
  }

  /// Ends the import under way; nothing of it is imported.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func cancel() -> Bool {
    guard let job, job.isRunning else { return false }
    job.stop.raise()
    return true
  }
}

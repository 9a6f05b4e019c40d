import Foundation
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Synchronization

/// The import of an uploaded export. One at a time in this server; it continues after the browser has left.
final class ImportDesk: Sendable {
  /// Its progress.
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
    /// The file's name as sent by the browser, made safe to show; empty until it arrives.
    var name = ""
    var stage: Stage
    /// Set to end it without a result.
    let stop = StopFlag()

    /// Whether it is still running.
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

  /// The last import since the server started, or the running one; `nil` = there was none.
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

  /// Updates the progress of the running import.
  func note(name: String? = nil, _ stage: Stage) {
    kept.withLock { kept in
      guard kept?.isRunning == true else { return }
      if let name { kept?.name = name }
      kept?.stage = stage
    }
  }

  /// Discards the running import, because its file didn't arrive.
  func drop() { kept.withLock { if $0?.isRunning == true { $0 = nil } } }

  /// Imports an uploaded file. Returns at once; the file is removed after it was read.
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

  /// Cancels the running import; nothing of it is imported.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func cancel() -> Bool {
    guard let job, job.isRunning else { return false }
    job.stop.raise()
    return true
  }
}

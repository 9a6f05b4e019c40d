import Foundation
import HealthImport
import HealthModel
import HealthStore
import HealthSync

/// What `hsync sync` does first: reads the exports that are new in the configured folders.
struct SourceImports {
  private let library: Library
  private let isInterrupted: (@Sendable () -> Bool)?

  /// - Parameter isInterrupted: Asked while a file is read; `nil` = Ctrl-C is noticed here.
  init(_ library: Library, isInterrupted: (@Sendable () -> Bool)? = nil) {
    self.library = library
    self.isInterrupted = isInterrupted
  }

  /// Imports each new file; one that can't be read is reported and doesn't keep the others from being read.
  /// - Throws: a wrong configuration, or `CancellationError` after Ctrl-C.
  func run(reporting failures: inout Failures) throws {
    let configuration = Configuration.atStart
    try SampleChunks(library).markNewlySynced(configuration.health)
    guard !configuration.healthFolders.isEmpty else { return }
    let folders = configuration.healthFolders.map(SourceFolder.init(path:))
    for folder in folders where folder.access != .granted {
      failures.report(
        CommandError(.noPermission, "the source \(folder.path) is not granted", hint: folder.access.remedy(for: folder.path)))
    }
    let reading = SourceReading(library, folders: folders)
    let interrupt = isInterrupted == nil ? Interrupt() : nil
    let isInterrupted = isInterrupted ?? { interrupt?.isRaised == true }
    for file in try reading.due(nowMs: LocalClock.nowMs) {
      do {
        let run = ImportRun(library, settings: configuration.health, now: { LocalClock.now }, isInterrupted: isInterrupted)
        let (_, outcome) = try run.run { try HealthFile.open(file.path, temporaryFolder: NSTemporaryDirectory()) }
        Output.notice("\(file.path): \(Quantity.grouped(outcome.added)) new samples")
      } catch let error as any UserFacingError {
        failures.report(error)
        // A lock or a full disk is over sooner or later; a broken file stays broken until it changes.
        guard error.kind == .badData else { continue }
      }
      try reading.settle(file)
    }
    try reading.finish(nowMs: LocalClock.nowMs)
  }
}

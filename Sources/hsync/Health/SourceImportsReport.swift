import Foundation
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// Imports new exports from the configured folders, as `hsync sync` does first, and prints the outcome of each.
struct SourceImportsReport {
  private let library: Library
  private let isInterrupted: (@Sendable () -> Bool)?

  /// - Parameter isInterrupted: Asked while a file is read; `nil` = Ctrl-C is noticed here.
  init(_ library: Library, isInterrupted: (@Sendable () -> Bool)? = nil) {
    self.library = library
    self.isInterrupted = isInterrupted
  }

  /// Imports each new file; one that can't be read is reported and doesn't keep the others from being read.
  ///
  /// - Throws: a wrong configuration, or `CancellationError` after Ctrl-C.
  func run(reporting failures: inout Failures) throws {
    let configuration = Configuration.atStart
    let interrupt = isInterrupted == nil && !configuration.healthFolders.isEmpty ? Interrupt() : nil
    let imports = FileImport(
      library, settings: configuration.health, clock: LocalClock.wall, temporaryFolder: NSTemporaryDirectory(),
      isInterrupted: isInterrupted ?? { interrupt?.isRaised == true })
    var reported = failures
    defer { failures = reported }
    try SourceImports(imports, folders: configuration.healthFolders).run { step in
      switch step {
      case .denied(let folder, let access):
        reported.report(
          CommandError(.noPermission, "the source \(folder.path) is not granted", hint: access.hint(for: folder.path)?.words(\.command)))
      case .progressed: break
      case .imported(let file, let outcome): Output.notice("\(file.path): \(Quantity.grouped(outcome.added)) new samples")
      case .failed(_, let error): reported.report(error)
      }
    }
  }
}

import HealthModel
import HealthStore
import HealthSync

/// Imports new exports from the folders in which the user's phone stores them.
package struct SourceImports {
  /// A step of a run.
  package enum Step: Sendable {
    /// A folder can't be read, for that reason; the others are.
    case denied(SourceFolder, SourceFolder.Access)
    /// A file is being read.
    case progressed(SourceFolder.File, ImportRun.Progress)
    /// A file was imported.
    case imported(SourceFolder.File, ImportOutcome)
    /// A file couldn't be imported; the others are. It is tried again at the next run if `error` may pass, else when it changes.
    case failed(SourceFolder.File, any UserFacingError)
  }

  let imports: FileImport
  private let folders: [SourceFolder]

  /// - Parameter folders: Their paths; empty = none is connected.
  package init(_ imports: FileImport, folders: [String]) {
    self.imports = imports
    self.folders = folders.map(SourceFolder.init(path:))
  }

  /// Imports each new file, and records which were read. Blocks the calling thread until it is done.
  ///
  /// - Parameter report: Called for each step, on the calling thread.
  /// - Throws: `StoreError` of the library as a whole; `CancellationError` when it was interrupted.
  package func run(_ report: @escaping (Step) -> Void) throws {
    try SampleChunks(imports.library).markNewlySynced(imports.settings)
    guard !folders.isEmpty else { return }
    for folder in folders {
      let access = folder.access
      if access != .granted { report(.denied(folder, access)) }
    }
    let reading = SourceReading(imports.library, folders: folders)
    for file in try reading.due(nowMs: imports.clock.nowMs) {
      do {
        let (_, outcome) = try imports.run(file.path) { report(.progressed(file, $0)) }
        report(.imported(file, outcome))
      } catch let error as any UserFacingError {
        report(.failed(file, error))
        // A lock or a full disk is over sooner or later; a broken file stays broken until it changes.
        guard error.kind == .badData else { continue }
      }
      try reading.settle(file)
    }
    try reading.finish(nowMs: imports.clock.nowMs)
  }
}

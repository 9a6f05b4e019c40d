import Glibc
import HealthImport
import HealthModel
import HealthStore
import HealthSync

/// Imports health exports into a library by their paths, each file atomically.
package struct FileImport: Sendable {
  let library: Library
  let settings: HealthSettings
  let clock: any WallClock
  private let temporaryFolder: String
  private let isInterrupted: @Sendable () -> Bool

  /// - Parameters:
  ///   - settings: The settings with the zone and ranks for computing days.
  ///   - temporaryFolder: The folder for an archive from a pipe or an unpacked database while it is read.
  ///   - isInterrupted: Polled several times a second; once it is true the import ends with `CancellationError` and
  ///     leaves nothing.
  package init(
    _ library: Library, settings: HealthSettings, clock: any WallClock, temporaryFolder: String,
    isInterrupted: @escaping @Sendable () -> Bool
  ) {
    self.library = library
    self.settings = settings
    self.clock = clock
    self.temporaryFolder = temporaryFolder
    self.isInterrupted = isInterrupted
  }

  /// Imports one export. Blocks the calling thread until it is done.
  ///
  /// - Parameters:
  ///   - path: A zip, an unpacked folder or a bare file; `-` is standard input.
  ///   - name: The name in messages and in the list of imports; `nil` = the path.
  ///   - origin: The only kind of export that is taken; `nil` = any.
  ///   - progress: Called for every batch, on the calling thread.
  /// - Throws: `ImportError`, `StoreError` or `CancellationError`; the library is then as it was.
  package func run(
    _ path: String, named name: String? = nil, only origin: HealthOrigin? = nil, options: ImportRun.Options = ImportRun.Options(),
    progress: @escaping (ImportRun.Progress) -> Void = { _ in }
  ) throws -> (origin: HealthOrigin, outcome: ImportOutcome) {
    let (clock, stop) = (clock, ReadingStop())
    let zone = try library.read { db in try Summarizer(db: db, settings: settings).rules }
    let run = ImportRun(
      library, settings: settings, options: options, now: { clock.now }, isInterrupted: isInterrupted, progress: progress,
      stop: stop)
    var isOpened = false
    return try run.run {
      defer { isOpened = true }
      if isOpened, !FileImport.canBeReadTwice(path) { return nil }
      let reader = try HealthFile.open(path, named: name, temporaryFolder: temporaryFolder, zone: zone, stop: stop)
      guard origin == nil || reader.origin == origin else {
        throw ImportError(.notAnExport, "\(name ?? path) is a health export of another kind than is taken here")
      }
      return reader
    }
  }

  /// Returns whether it isn't a pipe: standard input and `<(unzip -p export.zip)` can be read only once.
  private static func canBeReadTwice(_ path: String) -> Bool {
    var status = stat()
    return path != "-" && stat(path, &status) == 0 && [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }
}

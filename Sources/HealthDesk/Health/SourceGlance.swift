import HealthModel
import HealthStore
import HealthSync

/// The sources of a library's health data.
package struct SourceGlance: Sendable {
  /// A folder that is connected, and whether it may be read.
  package struct Folder: Sendable, Equatable {
    package let path: String
    package let access: SourceFolder.Access

    /// A folder and its state.
    package init(path: String, access: SourceFolder.Access) { (self.path, self.access) = (path, access) }
  }

  /// The folders, in the order of the settings.
  package let folders: [Folder]
  /// The last import; `nil` = there was none.
  package let lastImport: ImportLog.Entry?
  /// The apps and devices that measured, best ranked first.
  package let sources: [HealthSource]
  /// The time of the last sync, in milliseconds since 1970; `nil` = never.
  package let lastSyncMs: Int64?

  /// Reads the glance, as of one moment.
  ///
  /// - Parameters:
  ///   - folders: Paths.
  ///   - settings: Whose ranks order the sources.
  package init(_ library: Library, folders: [String], settings: HealthSettings) throws(StoreError) {
    self.folders = folders.map { Folder(path: $0, access: SourceFolder(path: $0).access) }
    (lastImport, sources, lastSyncMs) = try library.read { _ in
      let log = ImportLog(library)
      return (try log.latest(1).first, try log.sources(settings: settings), try OutboxQueue(library).position().lastOkAtMs)
    }
  }
}

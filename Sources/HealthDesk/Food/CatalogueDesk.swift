import FoodCatalog
import Foundation
import HealthModel

/// The food catalogue of this machine: imported, updated, looked at and deleted.
package struct CatalogueDesk: Sendable {
  /// The catalogue.
  package let catalogue: FoodCatalog
  private let clock: any WallClock
  private let language: String?

  /// The catalogue at a path, which may not exist.
  ///
  /// - Parameter language: The language of names, for a dump that has several: `fr`. `nil` for the main names.
  package init(path: String, language: String? = nil, clock: any WallClock) {
    self.language = language
    catalogue = FoodCatalog(path: path)
    self.clock = clock
  }

  /// Replaces the catalogue with the foods of a dump. Creates its folder if there is none. Blocks the calling thread.
  ///
  /// - Parameters:
  ///   - dump: Its path; `-` is standard input.
  ///   - accepts: Asked on the calling thread before foods that know far less replace those in use. What it throws ends the import.
  ///   - isInterrupted: Polled; once it is true, the import ends with `CancellationError`.
  ///   - progress: Called on the calling thread.
  /// - Throws: `CatalogueError`, `CancellationError`; the catalogue is then as it was.
  package func run(
    _ dump: String, filter: FoodFilter, accepts: @escaping (CatalogueLoss) throws -> Bool, isInterrupted: @escaping () -> Bool,
    progress: @escaping (ImportProgress) -> Void
  ) throws -> ImportReport {
    let folder = URL(fileURLWithPath: catalogue.path).deletingLastPathComponent()
    // If it can't be made, the import says so.
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return try importer(accepts, isInterrupted, progress).run(dump, filter: filter)
  }

  /// Adds and replaces the foods of a delta; else as `run`.
  package func update(
    _ dump: String, isInterrupted: @escaping () -> Bool, progress: @escaping (ImportProgress) -> Void
  ) throws -> ImportReport {
    try importer({ _ in true }, isInterrupted, progress).update(dump)
  }

  private func importer(
    _ accepts: @escaping (CatalogueLoss) throws -> Bool, _ isInterrupted: @escaping () -> Bool,
    _ progress: @escaping (ImportProgress) -> Void
  ) -> CatalogueImport {
    CatalogueImport(
      catalogue.path, nowMs: clock.nowMs, language: language, accepts: accepts, isInterrupted: isInterrupted, progress: progress)
  }
}

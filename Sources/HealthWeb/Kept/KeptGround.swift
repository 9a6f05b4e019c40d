import Files
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import WebPush

/// Looks at everything that kept pages are made from.
struct KeptGround: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock
  let imports: ImportDesk
  /// Folders of exports may be on a slow disk or a network.
  private let looking = WorkLanes("hsync.folders", count: 1)

  init(library: SharedLibrary, settings: LiveSettings, clock: any WallClock, imports: ImportDesk) {
    (self.library, self.settings, self.clock, self.imports) = (library, settings, clock, imports)
  }

  /// The basis of a page of a route that is made now.
  ///
  /// - Parameter commits: The library's commit number as of now, or before.
  /// - Throws: `CancellationError`.
  func basis(of route: KeptRoute, commits: Int64) async throws -> KeptBasis {
    var facts: [KeptBasis.Fact] = []
    for dependency in route.dependencies { facts += try await self.facts(dependency) }
    let now = clock.now
    return KeptBasis(
      commits: commits, settings: settings.mark, configuration: FileMark(settings.paths.configuration), day: now.day,
      utcOffsetMin: now.utcOffsetMin, step: route.stepMs.map { now.ms / $0 }, facts: facts)
  }

  private func facts(_ dependency: KeptRoute.Dependency) async throws -> [KeptBasis.Fact] {
    switch dependency {
    case .account: return [.file(FileMark(AccountFile(library: library.path).path))]
    case .folders:
      let folders = settings.healthFolders
      if folders.isEmpty { return [] }
      return try await looking.run { folders.map { .folder(SourceFolder(path: $0).access) } }
    case .syncRun: return [.lock(sinceMs: LockFile.holder(of: .sync, besideLibrary: library.path, nowMs: 0))]
    case .forecasts: return settings.forecasts.map { [.file(FileMark($0.cache.folder))] } ?? []
    case .foods: return settings.foodFiles.map { .file(FileMark($0)) }
    case .upload: return [.upload(isKnown: imports.job != nil, isRunning: imports.job?.isRunning == true)]
    case .pushKey: return [.file(FileMark(VAPIDKeyFile(library: library.path).path))]
    }
  }
}

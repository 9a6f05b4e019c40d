import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Products

/// What the pages need of the person's settings.
package struct WebSettings: Sendable {
  /// How days are made of samples.
  package let health: HealthSettings
  /// Most bytes of a local day for syncs that no person starts; `nil` = no cap.
  package let dailyBytes: Int?
  /// The folders that health exports arrive in.
  package let healthFolders: [String]
  /// Makes the sync of a library with its account; `nil` = it is signed in to none.
  package let engine: @Sendable (Library) throws -> SyncEngine?
  /// Makes what looks products up for a library, at the sources that the person chose.
  package let finder: @Sendable (Library, any WallClock) throws -> FoodFinder

  /// The settings of a server.
  package init(
    health: HealthSettings, dailyBytes: Int?, healthFolders: [String] = [],
    engine: @escaping @Sendable (Library) throws -> SyncEngine? = { _ in nil },
    finder: @escaping @Sendable (Library, any WallClock) throws -> FoodFinder = { FoodFinder($0, ProductLookup(sources: []), clock: $1) }
  ) {
    self.health = health
    self.dailyBytes = dailyBytes
    self.healthFolders = healthFolders
    self.engine = engine
    self.finder = finder
  }

  /// Whether there is something that news may come from: a folder, or an account.
  func isLive(_ path: String) -> Bool { !healthFolders.isEmpty || (try? AccountFile(library: path).read()) != nil }
}

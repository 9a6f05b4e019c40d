import HealthDesk
import HealthModel
import HealthStore
import Synchronization

/// The foods of a library that are searched by name, read once for all searches between two commits: while a name is typed, each letter is a search.
final class KeptSearches: Sendable {
  private struct Kept {
    let commits: Int64
    let settings: Int
    let searches: FoodSearches
  }

  private let kept = Mutex<Kept?>(nil)

  /// The searches of a library as it is now.
  ///
  /// - Parameters:
  ///   - commits: The library's commit number before it is read; `nil` = it isn't known, and nothing is kept.
  ///   - settings: The number of the settings' changes before `make` is taken from them.
  ///   - make: Reads the library.
  /// - Throws: What `make` throws.
  func searches(commits: Int64?, settings: Int, make: () throws -> FoodSearches) throws -> FoodSearches {
    if let known = kept.withLock({ $0 }), known.commits == commits, known.settings == settings { return known.searches }
    let searches = try make()
    if let commits { kept.withLock { $0 = Kept(commits: commits, settings: settings, searches: searches) } }
    return searches
  }
}

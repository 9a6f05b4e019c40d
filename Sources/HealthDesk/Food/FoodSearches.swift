import FoodCatalog
import HealthModel
import HealthStore
import Products

/// Searches foods by name: the user's own ones first, then those that were logged, then the catalogue. The library is read once, for any
/// number of searches.
package struct FoodSearches: Sendable {
  /// The result of a search.
  package struct Result: Sendable, Equatable {
    /// The best first.
    package let hits: [FoodHit]
    /// The words searched for instead of misspelt ones. `nil` = those typed.
    package let correction: String?
    /// Whether there is a catalogue to search.
    package let hasCatalogue: Bool

    /// A result with everything given.
    package init(hits: [FoodHit], correction: String?, hasCatalogue: Bool) {
      (self.hits, self.correction, self.hasCatalogue) = (hits, correction, hasCatalogue)
    }
  }

  /// The own foods and the last entries of others, each food once.
  private var own: [FoodHit]
  private let catalogue: FoodCatalog?
  private let shelf: Shelf?

  /// Finds products of the product file by words of their names, at most so many. Blocks while the file is read.
  package typealias Shelf = @Sendable (_ words: [String], _ most: Int) throws -> [Product]

  /// Searches in a library, a catalogue and a product file.
  ///
  /// - Parameters:
  ///   - catalogue: `nil` = none.
  ///   - shelf: `nil` = there is no product file, or it is searched elsewhere.
  /// - Throws: `StoreError`.
  package init(_ library: Library, catalogue: FoodCatalog?, shelf: Shelf? = nil) throws(StoreError) {
    let foods = try OwnFoods(library).all()
    let known = Set(foods.map { FoodSearches.key($0.gtin, $0.name) })
    let entries = try Diary(library).recentFoods().filter { !known.contains(FoodSearches.key($0.gtin, $0.name)) }
    own = foods.map { FoodHit($0) } + entries.map { FoodHit($0) }
    (self.catalogue, self.shelf) = (catalogue, shelf)
  }

  /// The same searches without what is called so: a recipe that is made anew isn't one of its own parts.
  package func without(_ name: String) -> FoodSearches {
    var searches = self
    searches.own.removeAll { $0.gtin == nil && $0.name.lowercased() == name.lowercased() }
    return searches
  }

  /// The mark by which two foods are the same: the number or, without one, the name.
  private static func key(_ gtin: GTIN?, _ name: String) -> String { gtin.map { "#\($0)" } ?? name.lowercased() }

  /// The foods that were logged last, the latest first.
  package func recent(limit: Int) -> [FoodHit] {
    let (entries, foods) = (own.filter { $0.origin == .history }, own.filter { $0.origin != .history })
    return Array((entries + foods).prefix(limit))
  }

  /// The user's own and logged foods that a text finds, the best first, without the product file and the catalogue.
  package func ownHits(_ text: String, limit: Int) -> [FoodHit] { Array(FoodMatcher(text).ranked(own).prefix(limit)) }

  /// The food that a text names. What decides is `FoodMatcher`; the catalogue only finds.
  ///
  /// - Throws: `CatalogueError`, or the error of the product file.
  package func choice(_ text: String) throws -> FoodChoice {
    let others = try others(text, limit: FoodSearches.mostCompared, isCancelled: { false })?.hits(without: own) ?? []
    return FoodMatcher(text).choice(among: own + others)
  }

  /// Whether there is a catalogue that can be searched.
  package var hasCatalogue: Bool { (try? catalogue?.search("a", limit: 1)) != nil }

  /// The foods with words that begin with those of a text, whatever their case and accents; with few of them, those with a typing error.
  ///
  /// - Parameters:
  ///   - limit: The most hits, above 0.
  ///   - isCancelled: Polled while the catalogue is searched; once it is true, the search ends.
  /// - Returns: `nil` when it was cancelled.
  /// - Throws: `CatalogueError`, or the error of the product file.
  package func search(_ text: String, limit: Int, isCancelled: @escaping @Sendable () -> Bool) throws -> Result? {
    let own = ownHits(text, limit: limit)
    guard let found = try others(text, limit: limit, isCancelled: isCancelled) else { return nil }
    let others = found.hits(without: own)
    return Result(
      hits: Array((own + others).prefix(limit)),
      correction: others.contains { $0.origin == .catalogue } ? found.catalogue?.correction : nil,
      hasCatalogue: found.catalogue != nil)
  }

  /// The same to its end.
  package func search(_ text: String, limit: Int) throws -> Result {
    try search(text, limit: limit, isCancelled: { false }) ?? Result(hits: [], correction: nil, hasCatalogue: true)
  }

  /// The foods of the catalogue that are compared with the words.
  private static let mostCompared = 50

  /// The foods that aren't the user's own.
  private struct Others {
    let shelved: [Product]
    /// `nil` = there is no catalogue.
    let catalogue: FoodSearchResult?

    /// Those of the product file, then those of the catalogue; each number once, and none of `own`.
    func hits(without own: [FoodHit]) -> [FoodHit] {
      var numbers = Set(own.compactMap(\.gtin))
      return (shelved.map { FoodHit($0) } + (catalogue?.foods ?? []).map { FoodHit($0) }).filter { hit in
        hit.gtin.map { numbers.insert($0).inserted } ?? true
      }
    }
  }

  /// `nil` when the search was cancelled.
  private func others(_ text: String, limit: Int, isCancelled: @escaping @Sendable () -> Bool) throws -> Others? {
    var shelved = try shelf?(FoodSearches.words(text), limit) ?? []
    var found = try catalogue?.search(text, limit: limit, isCancelled: isCancelled) ?? nil
    if let stems = FoodMatcher.stems(of: text) {
      shelved += try shelf?(FoodSearches.words(stems), limit) ?? []
      if let typed = found, let more = try catalogue?.search(stems, limit: limit, isCancelled: isCancelled) {
        found = FoodSearches.joined(typed, more)
      }
    }
    return found?.isCancelled == true ? nil : Others(shelved: shelved, catalogue: found)
  }

  private static func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

  /// The foods found with the typed words, then with the beginnings of their singulars. A correction is a guess, which neither of the two needs
  /// when the other has found the words themselves.
  private static func joined(_ typed: FoodSearchResult, _ more: FoodSearchResult) -> FoodSearchResult {
    let isFound = (typed.correction == nil && !typed.foods.isEmpty) || (more.correction == nil && !more.foods.isEmpty)
    let kept = [typed, more].filter { !isFound || $0.correction == nil }
    var numbers: Set<GTIN> = []
    return FoodSearchResult(
      foods: kept.flatMap(\.foods).filter { numbers.insert($0.gtin).inserted },
      correction: isFound ? nil : typed.correction, isCancelled: typed.isCancelled || more.isCancelled)
  }
}

import FoodCatalog
import HealthModel
import HealthStore

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
  private let own: [FoodHit]
  private let catalogue: FoodCatalog?

  /// Searches in a library and a catalogue.
  ///
  /// - Parameter catalogue: `nil` = none.
  /// - Throws: `StoreError`.
  package init(_ library: Library, catalogue: FoodCatalog?) throws(StoreError) {
    let foods = try OwnFoods(library).all()
    let known = Set(foods.map { FoodSearches.key($0.gtin, $0.name) })
    let entries = try Diary(library).recentFoods().filter { !known.contains(FoodSearches.key($0.gtin, $0.name)) }
    own = foods.map { FoodHit($0) } + entries.map { FoodHit($0) }
    self.catalogue = catalogue
  }

  /// The mark by which two foods are the same: the number or, without one, the name.
  private static func key(_ gtin: GTIN?, _ name: String) -> String { gtin.map { "#\($0)" } ?? name.lowercased() }

  /// The foods that were logged last, the latest first.
  package func recent(limit: Int) -> [FoodHit] {
    let (entries, foods) = (own.filter { $0.origin == .history }, own.filter { $0.origin != .history })
    return Array((entries + foods).prefix(limit))
  }

  /// The user's own and logged foods that a text finds, without the catalogue.
  package func ownHits(_ text: String, limit: Int) -> [FoodHit] {
    let query = FoodQuery(text)
    return Array(own.filter { query.finds(name: $0.name, brand: $0.brand) }.prefix(limit))
  }

  /// The user's own or logged food with exactly this name, whatever its case. `nil` = there is none.
  package func named(_ name: String) -> FoodHit? {
    let name = name.lowercased()
    return own.first { $0.name.lowercased() == name }
  }

  /// The foods with words that begin with those of a text, whatever their case and accents.
  ///
  /// - Parameters:
  ///   - limit: The most hits, above 0.
  ///   - isCancelled: Polled while the catalogue is searched; once it is true, the search ends.
  /// - Returns: `nil` when it was cancelled.
  /// - Throws: `CatalogueError`.
  package func search(
    _ text: String, limit: Int, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CatalogueError) -> Result? {
    let own = ownHits(text, limit: limit)
    let found = try catalogue?.search(text, limit: limit, isCancelled: isCancelled) ?? nil
    if let found, found.isCancelled { return nil }
    let numbers = Set(own.compactMap(\.gtin))
    let others = (found?.foods ?? []).filter { !numbers.contains($0.gtin) }.map { FoodHit($0) }
    let hits = Array((own + others).prefix(limit))
    return Result(hits: hits, correction: others.isEmpty ? nil : found?.correction, hasCatalogue: found != nil)
  }

  /// The same to its end.
  package func search(_ text: String, limit: Int) throws(CatalogueError) -> Result {
    try search(text, limit: limit, isCancelled: { false }) ?? Result(hits: [], correction: nil, hasCatalogue: true)
  }
}

import FoodCatalog
import HealthModel
import HealthStore

/// Searches foods by name: those that the user logged first, then the catalogue.
package struct FoodSearches: Sendable {
  /// The result of a search.
  package struct Result: Sendable, Equatable {
    /// The best first.
    package let hits: [FoodHit]
    /// The words searched for instead of misspelt ones. `nil` = those typed.
    package let correction: String?
    /// Whether there is a catalogue to search.
    package let hasCatalogue: Bool
  }

  private let diary: Diary
  private let catalogue: FoodCatalog

  /// Searches in a library and a catalogue.
  package init(_ library: Library, catalogue: FoodCatalog) {
    diary = Diary(library)
    self.catalogue = catalogue
  }

  /// The foods with words that begin with those of a text, whatever their case and accents.
  ///
  /// - Parameter limit: The most hits, above 0.
  /// - Throws: `CatalogueError`, `StoreError`.
  package func search(_ text: String, limit: Int) throws -> Result {
    let query = FoodQuery(text)
    let own = try diary.recentFoods().filter { query.finds(name: $0.name, brand: $0.brand) }.prefix(limit).map { FoodHit($0) }
    let found = try catalogue.search(text, limit: limit)
    let numbers = Set(own.compactMap(\.gtin))
    let others = (found?.foods ?? []).filter { !numbers.contains($0.gtin) }.map { FoodHit($0) }
    let hits = Array((own + others).prefix(limit))
    return Result(hits: hits, correction: others.isEmpty ? nil : found?.correction, hasCatalogue: found != nil)
  }
}

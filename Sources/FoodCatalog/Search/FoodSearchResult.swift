/// The foods that a search found.
package struct FoodSearchResult: Sendable, Equatable {
  /// The best first.
  package let foods: [CatalogueFood]
  /// The words searched for instead, when those typed have few hits: `chocolat`. `nil` = the typed ones.
  package let correction: String?
  /// Whether the search was ended early.
  package let isCancelled: Bool

  /// A result with everything given.
  package init(foods: [CatalogueFood], correction: String?, isCancelled: Bool = false) {
    self.foods = foods
    self.correction = correction
    self.isCancelled = isCancelled
  }
}

/// The foods that a search found.
package struct FoodSearchResult: Sendable, Equatable {
  /// The best first.
  package let foods: [CatalogueFood]
  /// The words searched for instead, when those typed have few hits: `chocolat`. `nil` = the typed ones.
  package let correction: String?

  /// A result with everything given.
  package init(foods: [CatalogueFood], correction: String?) {
    self.foods = foods
    self.correction = correction
  }
}

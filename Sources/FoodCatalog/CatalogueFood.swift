import HealthModel

/// A food as its dump describes it.
package struct CatalogueFood: Sendable, Hashable {
  /// The database that it is from.
  package let source: FoodSource
  /// Its number.
  package let gtin: GTIN
  /// Its texts and its values, unchecked.
  package let product: OpenFoodFactsProduct
  /// The time of its last change, in seconds since 1970. 0 = not known.
  package let modifiedS: Int64

  /// A food with everything given.
  package init(source: FoodSource = .openFoodFacts, gtin: GTIN, product: OpenFoodFactsProduct, modifiedS: Int64) {
    self.source = source
    self.gtin = gtin
    self.product = product
    self.modifiedS = modifiedS
  }
}

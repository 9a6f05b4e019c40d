import HealthDesk
import HealthStore
import Products
import Settings

extension FoodSearches {
  /// Searches in a library, and in the catalogue and the product file of the settings.
  ///
  /// - Parameter productFile: The product file instead of that of the settings; `nil` = that.
  /// - Throws: `StoreError`.
  init(_ library: Library, productFile: String? = nil) throws {
    try self.init(
      library, catalogue: CatalogueDesk.atStart.catalogue, shelf: FoodSearches.shelf(productFile ?? Configuration.atStart.productFile))
  }

  /// Finds products of a product file, which is read at the first search. `nil` = there is none.
  static func shelf(_ path: String?) -> Shelf? {
    guard let path else { return nil }
    let files = ProductCatalog()
    return { words, most in try files.products(with: words, in: path, most: most) }
  }
}

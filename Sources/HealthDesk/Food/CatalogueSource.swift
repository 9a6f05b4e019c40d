import FoodCatalog
import HealthModel
import Products

/// The catalogue on this machine as a source of products.
package struct CatalogueSource: LocalProductSource {
  package let name = "the food catalogue"
  private let catalogue: FoodCatalog

  /// The products of a catalogue.
  package init(_ catalogue: FoodCatalog) { self.catalogue = catalogue }

  package func localAnswer(for gtin: GTIN) throws(ProductError) -> ProductAnswer {
    do throws(CatalogueError) {
      guard let food = try catalogue.food(gtin) else { return .notFound }
      return ProductAnswer.found(Product(food)).found(in: .catalogue)
    } catch {
      // The sources behind it may have the product.
      return .unavailable(.temporary(sentence: error.message, retryAtMs: nil))
    }
  }
}

import HealthModel
import Products

/// The sources that must be named where their data is shown, as their licences require.
package enum Attribution {
  /// The attribution for products of Open Food Facts where there is little room.
  package static let shortOpenFoodFacts = "© Open Food Facts contributors, ODbL"
  /// The attribution for products of Open Food Facts.
  package static let openFoodFacts = "Product data © Open Food Facts contributors, ODbL 1.0: https://openfoodfacts.org"
}

extension Meal {
  /// Whether its data are under Open Food Facts' licence.
  package var isFromOpenFoodFacts: Bool { provenance.source.hasPrefix(OpenFoodFacts.sourceName) }
}

extension Product {
  /// Whether its data are under Open Food Facts' licence.
  package var isFromOpenFoodFacts: Bool { source.hasPrefix(OpenFoodFacts.sourceName) }
}

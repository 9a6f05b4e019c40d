import FoodCatalog
import HealthModel
import Products

/// A source of product data that must be named where its data are shown, as its licence or its owner asks. The raw value is the beginning of
/// `Product.source`.
package enum Attribution: String, Sendable, Hashable, CaseIterable {
  case openFoodFacts = "open_food_facts"
  case usda = "usda_fdc"

  /// The source of a product or of a meal. `nil` when it needs no attribution.
  init?(source: String) {
    guard let found = Attribution.allCases.first(where: { source.hasPrefix($0.rawValue) }) else { return nil }
    self = found
  }

  /// The source of a food of the catalogue.
  package init(_ source: FoodSource) {
    switch source {
    case .openFoodFacts: self = .openFoodFacts
    case .usda: self = .usda
    }
  }

  /// The attribution where there is little room.
  package var short: String {
    switch self {
    case .openFoodFacts: "© Open Food Facts contributors, ODbL"
    case .usda: "USDA FoodData Central, CC0"
    }
  }

  /// The attribution.
  package var sentence: String {
    switch self {
    case .openFoodFacts: "Product data © Open Food Facts contributors, ODbL 1.0: https://openfoodfacts.org"
    case .usda: "Product data: U.S. Department of Agriculture, FoodData Central, public domain (CC0): https://fdc.nal.usda.gov"
    }
  }

  /// The sentences of all of these, each once.
  package static func sentences(_ attributions: some Sequence<Attribution?>) -> [String] {
    let found = Set(attributions.compactMap(\.self))
    return allCases.filter(found.contains).map(\.sentence)
  }
}

extension Meal {
  /// The source that is named beside its data. `nil` when none must be.
  package var attribution: Attribution? { Attribution(source: provenance.source) }
}

extension Product {
  /// The source that is named beside its data. `nil` when none must be.
  package var attribution: Attribution? { Attribution(source: source) }

  /// The product of a food of the catalogue, with its values checked.
  init(_ food: CatalogueFood) {
    self.init(food.product, gtin: food.gtin, source: Attribution(food.source).rawValue)
  }
}

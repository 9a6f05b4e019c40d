import FoodCatalog
import HealthModel
import Products

/// A food that a search found.
package struct FoodHit: Sendable, Equatable {
  /// `nil` = the user's own entry without a number.
  package let gtin: GTIN?
  package let name: String
  /// `nil` = not known.
  package let brand: String?
  /// Kilocalories per 100 g, repaired. `nil` = not known.
  package let energyKcal: Double?
  /// The place where it was found.
  package let origin: ProductOrigin
  /// Whether its data are under Open Food Facts' licence.
  package let isFromOpenFoodFacts: Bool

  /// A hit of the catalogue.
  init(_ food: CatalogueFood) {
    let product = Product(food.product, gtin: food.gtin)
    gtin = food.gtin
    name = product.name
    brand = product.brand
    energyKcal = product.per100g?.energyKcal
    origin = .catalogue
    isFromOpenFoodFacts = true
  }

  /// A hit among the entries.
  init(_ meal: Meal) {
    gtin = meal.gtin
    name = meal.name
    brand = meal.brand
    energyKcal = meal.amount.grams.flatMap { $0 > 0 ? meal.nutrition.scaled(by: 100 / $0).energyKcal : nil }
    origin = .history
    isFromOpenFoodFacts = meal.isFromOpenFoodFacts
  }

  /// The hit as in the JSON contract (`docs/json.md`).
  package var json: JSON {
    .object([
      ("gtin", JSON(gtin?.description)), ("name", .string(name)), ("brand", JSON(brand)), ("energy_kcal", JSON(number: energyKcal)),
      ("found_in", .string(origin.rawValue)),
    ])
  }
}

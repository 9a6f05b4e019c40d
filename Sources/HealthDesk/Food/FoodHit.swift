import FoodCatalog
import HealthModel
import HealthStore
import Products

/// A food that a search found.
package struct FoodHit: Sendable, Equatable {
  /// The thing that was found.
  package enum Food: Sendable, Equatable {
    /// A food with the user's own values.
    case own(OwnFood)
    /// The last entry of a food that was logged.
    case entry(Meal)
    /// A product of the product file.
    case file(Product)
    /// A food of the catalogue.
    case catalogue(CatalogueFood)
  }

  /// The thing that was found.
  package let food: Food
  /// `nil` = the user's own food or entry without a number.
  package let gtin: GTIN?
  package let name: String
  /// `nil` = not known.
  package let brand: String?
  /// Kilocalories per 100 g, repaired. `nil` = not known.
  package let energyKcal: Double?
  /// The place where it was found.
  package let origin: ProductOrigin
  /// The source that is named beside its data. `nil` when none must be.
  package let attribution: Attribution?

  /// A hit of the catalogue.
  init(_ food: CatalogueFood) {
    let product = Product(food)
    self.food = .catalogue(food)
    gtin = food.gtin
    name = product.name
    brand = product.brand
    energyKcal = product.per100g?.energyKcal
    origin = .catalogue
    attribution = product.attribution
  }

  /// A hit in the product file.
  init(_ product: Product) {
    food = .file(product)
    gtin = product.gtin
    name = product.name
    brand = product.brand
    energyKcal = product.per100g?.energyKcal
    origin = .file
    attribution = product.attribution
  }

  /// A hit among the entries.
  package init(_ meal: Meal) {
    food = .entry(meal)
    gtin = meal.gtin
    name = meal.name
    brand = meal.brand
    energyKcal = meal.amount.grams.flatMap { $0 > 0 ? meal.nutrition.scaled(by: 100 / $0).energyKcal : nil }
    origin = .history
    attribution = meal.attribution
  }

  /// A hit among the own foods.
  init(_ food: OwnFood) {
    self.food = .own(food)
    gtin = food.gtin
    name = food.name
    brand = food.brand
    energyKcal = food.energyKcalPer100g
    origin = .override
    attribution = nil
  }

  /// The product of a hit that has a barcode and no entry. `nil` for others.
  package var product: Product? {
    switch food {
    case .own(let food): Product(own: food)
    case .entry: nil
    case .file(let product): product
    case .catalogue(let food): Product(food)
    }
  }

  /// The id of the own food or of the entry. `nil` = it has none: its number names it.
  package var id: String? {
    switch food {
    case .own(let food): food.id
    case .entry(let meal): meal.id
    case .file, .catalogue: nil
    }
  }

  /// The hit as in the JSON contract (`docs/json.md`).
  package var json: JSON {
    .object([
      ("gtin", JSON(gtin?.description)), ("name", .string(name)), ("brand", JSON(brand)), ("energy_kcal", JSON(number: energyKcal)),
      ("found_in", .string(origin.rawValue)),
    ])
  }
}

import HealthModel
import HealthStore
import Products

/// A food that can be logged in any amount of which its values are known.
package enum LoggableFood: Sendable, Equatable {
  /// A product of the chain of sources.
  case product(Product)
  /// A food with the user's own values.
  case own(OwnFood)
  /// An earlier entry, to be logged again.
  case entry(Meal)

  /// The food of a hit. One of the catalogue is looked up as its barcode is.
  ///
  /// - Throws: `FoodError` when its product isn't known any more; the error of an unusable source.
  package init(_ hit: FoodHit, finder: FoodFinder) async throws {
    switch hit.food {
    case .own(let food): self = .own(food)
    case .entry(let meal): self = .entry(meal)
    case .file(let product): self = .product(product)
    case .catalogue(let food):
      let finding = try await finder.look(up: food.gtin, text: food.gtin.description)
      guard let product = finding.product else { throw finding.failure ?? .unknown(code: food.gtin.description) }
      self = .product(product)
    }
  }

  /// Its name; never empty.
  package var name: String {
    switch self {
    case .product(let product): product.name
    case .own(let food): food.name
    case .entry(let meal): meal.name
    }
  }

  /// `nil` = not known.
  package var brand: String? {
    switch self {
    case .product(let product): product.brand
    case .own(let food): food.brand
    case .entry(let meal): meal.brand
    }
  }

  /// The number on its package; `nil` = none.
  package var gtin: GTIN? {
    switch self {
    case .product(let product): product.gtin
    case .own(let food): food.gtin
    case .entry(let meal): meal.gtin
    }
  }

  /// The default amount: that of the entry, else a serving, else 100 g.
  package var usualAmount: Amount {
    switch self {
    case .product(let product): product.usualAmount
    case .own(let food): food.figures.usualAmount
    case .entry(let meal): meal.amount
    }
  }

  /// Grams (millilitres of a drink) of a serving. `nil` = not known.
  package var servingG: Double? {
    switch self {
    case .product(let product): product.servingG
    case .own(let food): food.servingG
    case .entry: nil
    }
  }

  /// The values of 100 g. `nil` = not known.
  package var per100g: Nutrition? { nutrition(of: Amount(grams: 100)) }

  /// The values of an amount. `nil` = they can't be computed.
  package func nutrition(of amount: Amount) -> Nutrition? {
    switch self {
    case .product(let product): return try? product.portion(amount).nutrition
    case .own(let food): return try? food.figures.portion(amount).nutrition
    case .entry(var meal):
      guard (try? meal.change(amount: amount)) != nil else { return nil }
      return meal.nutrition
    }
  }

  /// The source that is named beside its data. `nil` when none must be.
  package var attribution: Attribution? {
    switch self {
    case .product(let product): product.attribution
    case .own: nil
    case .entry(let meal): meal.attribution
    }
  }

  /// The reasons why its values are doubtful.
  package var doubts: [Doubt] {
    switch self {
    case .product(let product): product.doubts
    case .own(let food): food.doubts
    case .entry(let meal): meal.provenance.doubts
    }
  }

  /// Creates an entry of it as requested.
  ///
  /// - Throws: `portion` when the amount can't be computed, `energy` when it is more than a meal can have.
  package func meal(_ wish: MealWish, now: Moment) throws(FoodError) -> Meal {
    switch self {
    case .product(let product): try Meal(wish, of: product, now: now)
    case .own(let food): try Meal(wish, of: food, now: now)
    case .entry(let meal): try meal.again(wish, now: now)
    }
  }
}

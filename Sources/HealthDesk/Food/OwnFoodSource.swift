import HealthModel
import HealthStore
import Products

/// The user's own values as a source of products: asked before all others.
package struct OwnFoodSource: LocalProductSource {
  package let name = "your own values"
  private let foods: OwnFoods

  /// The own foods of a library.
  package init(_ library: Library) { foods = OwnFoods(library) }

  package func localAnswer(for gtin: GTIN) throws(ProductError) -> ProductAnswer {
    let food: OwnFood?
    do throws(StoreError) { food = try foods.food(of: gtin) } catch {
      throw ProductError(code: .memory, message: error.message, hint: error.hint, kind: error.kind)
    }
    return food.flatMap { Product(own: $0) }.map(ProductAnswer.found) ?? .notFound
  }
}

extension OwnFood {
  /// The value of `Product.source`, and of `Provenance.source` of its meals.
  package static let sourceName = "own_food"

  /// The facts for computing amounts of it.
  package var figures: FoodFigures {
    FoodFigures(
      name: name, servingG: servingG, per100g: isPerServing ? nil : nutrition, perServing: isPerServing ? nutrition : nil)
  }

  /// The reasons why its values are doubtful.
  package var doubts: [Doubt] { nutrition.typedDoubts(grams: isPerServing ? servingG : 100) }

  /// Kilocalories per 100 g. `nil` when not known.
  package var energyKcalPer100g: Double? {
    isPerServing ? servingG.flatMap { $0 > 0 ? nutrition.scaled(by: 100 / $0).energyKcal : nil } : nutrition.energyKcal
  }
}

extension Product {
  /// The product of the user's own values. `nil` for a food without a number.
  package init?(own food: OwnFood) {
    guard let gtin = food.gtin else { return nil }
    let figures = food.figures
    self.init(
      gtin: gtin, name: food.name, brand: food.brand, quantity: food.quantity, servingText: food.servingText, servingG: food.servingG,
      per100g: figures.per100g, perServing: figures.perServing, source: OwnFood.sourceName, doubts: food.doubts,
      origin: .override)
  }
}

extension Meal {
  /// Creates an entry of the user's own food as requested.
  ///
  /// - Throws: `portion` when the amount can't be computed, `energy` when it is more than a meal can have.
  package init(_ wish: MealWish, of food: OwnFood, now: Moment) throws(FoodError) {
    let portion: Portion
    do throws(PortionError) { portion = try food.figures.portion(wish.amount ?? food.figures.usualAmount) } catch { throw .portion(error) }
    self.init(
      id: wish.id ?? RecordID.make(atMs: now.ms), eatenAt: wish.eatenAt, slot: wish.slot ?? MealSlot(usualAt: wish.eatenAt),
      name: food.name, brand: food.brand, gtin: food.gtin, amount: portion.amount, nutrition: portion.nutrition,
      provenance: Provenance(source: OwnFood.sourceName, basis: portion.basis, doubts: food.doubts), note: wish.note, createdAtMs: now.ms)
    self = try checked()
  }
}

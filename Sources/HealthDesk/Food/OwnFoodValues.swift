import HealthModel
import HealthStore

/// The values that a user enters about an own food. `nil` leaves a field as it is.
package struct OwnFoodValues: Sendable, Equatable {
  /// Not empty.
  package var name: String?
  /// An empty one removes it.
  package var brand: String?
  /// The contents as printed on the package; an empty one removes it.
  package var quantity: String?
  /// Grams (millilitres of a drink) of a serving, above 0.
  package var servingG: Double?
  /// Whether the nutrition is per serving, not per 100 g.
  package var isPerServing: Bool?
  /// Unknown values stay as they are.
  package var nutrition: Nutrition

  /// Values with everything given.
  package init(
    name: String? = nil, brand: String? = nil, quantity: String? = nil, servingG: Double? = nil, isPerServing: Bool? = nil,
    nutrition: Nutrition = Nutrition()
  ) {
    self.name = name
    self.brand = brand
    self.quantity = quantity
    self.servingG = servingG
    self.isPerServing = isPerServing
    self.nutrition = nutrition
  }

  /// Whether nothing was entered.
  package var isEmpty: Bool { self == OwnFoodValues() }

  /// Whether there is something to make a food of: a name and a value.
  package var isWhole: Bool { name != nil && !nutrition.isEmpty }

  /// The food with these values in place of its own.
  ///
  /// - Throws: `OwnFoodError` about a value that can't be right.
  package func applied(to old: OwnFood) throws(OwnFoodError) -> OwnFood {
    var food = old
    if let name { food.name = name }
    if let brand { food.brand = brand.isEmpty ? nil : brand }
    if let quantity { food.quantity = quantity.isEmpty ? nil : quantity }
    if let servingG {
      // The label's words are about another serving.
      if servingG != food.servingG { food.servingText = nil }
      food.servingG = servingG
    }
    if let isPerServing, isPerServing != food.isPerServing {
      let isLost = Nutrition.fields.contains { food.nutrition[keyPath: $0.1] != nil && nutrition[keyPath: $0.1] == nil }
      if isLost, food.servingG == nil { throw .servingUnknown(name: food.name) }
      food.nutrition = OwnFoodValues.converted(food)
      food.isPerServing = isPerServing
    }
    for (_, path) in Nutrition.fields {
      if let value = nutrition[keyPath: path] { food.nutrition[keyPath: path] = value }
    }
    try OwnFoodValues.check(food)
    return food
  }

  /// The nutrition for the other basis; nothing when the weight of a serving isn't known, or can't be right.
  private static func converted(_ food: OwnFood) -> Nutrition {
    guard let grams = food.servingG, grams > 0 else { return Nutrition() }
    return food.nutrition.converted(by: food.isPerServing ? 100 / grams : grams / 100)
  }

  /// Pure fat has 900 kcal per 100 g; labels round.
  private static let mostKcalPer100g = 950.0

  private static func check(_ food: OwnFood) throws(OwnFoodError) {
    if food.nutrition.isEmpty { throw .noValues(name: food.name) }
    if let grams = food.servingG, !(grams > 0 && grams <= 100_000) { throw .serving(grams: grams) }
    let kcal = food.nutrition.energyKcal ?? 0
    if !(0...9999).contains(kcal) { throw .energy(kcal: kcal) }
    for (name, path) in Nutrition.fields where name != "energy_kcal" {
      let grams = food.nutrition[keyPath: path] ?? 0
      if EntryBounds.fault(ofNutrient: grams) != nil || (!food.isPerServing && grams > 100) { throw .nutrient(name: name, grams: grams) }
    }
    if !food.isPerServing, kcal > mostKcalPer100g { throw .energyPer100g(kcal: kcal) }
    if food.isPerServing, let grams = food.servingG { try check(food.nutrition, ofServing: grams) }
  }

  /// The same limits for a serving of known weight. Labels round a serving's values to 1 g and 10 kcal.
  private static func check(_ nutrition: Nutrition, ofServing servingG: Double) throws(OwnFoodError) {
    for (name, path) in Nutrition.fields where name != "energy_kcal" {
      if let grams = nutrition[keyPath: path], grams > servingG + 0.5 { throw .nutrient(name: name, grams: grams) }
    }
    if let kcal = nutrition.energyKcal, kcal > servingG * mostKcalPer100g / 100 + 5 { throw .energyPer100g(kcal: kcal * 100 / servingG) }
  }
}

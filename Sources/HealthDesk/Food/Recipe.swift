import HealthModel
import HealthStore

/// The values of a food that is made of others.
struct Recipe {
  /// For 100 g of the finished food. A nutrient is known if it is of every part.
  let per100g: Nutrition

  /// Adds up the parts.
  ///
  /// 200 g of 360 kcal and 700 g of 0 kcal per 100 g that weigh 800 g when cooked have 90 kcal per 100 g.
  ///
  /// - Parameter totalG: The weight of the finished food; `nil` = the sum of its parts.
  /// - Throws: `OwnFoodError` about a weight, or a part without energy; `FoodError` of a part that can't be weighed.
  init(_ parts: [(food: LoggableFood, grams: Double)], totalG: Double?, now: Moment) throws {
    let total = totalG ?? parts.reduce(0) { $0 + $1.grams }
    for grams in parts.map(\.grams) + [total] where !(grams > 0 && grams <= 100_000) { throw OwnFoodError.weight(grams: grams) }
    var sum = Nutrition()
    for (index, part) in parts.enumerated() {
      let wish = MealWish(eatenAt: now, slot: nil, amount: Amount(grams: part.grams), note: nil)
      let values = try part.food.meal(wish, now: now).nutrition
      if values.energyKcal == nil { throw OwnFoodError.noValues(name: part.food.name) }
      for (_, path) in Nutrition.fields {
        let before = index == 0 ? 0 : sum[keyPath: path]
        sum[keyPath: path] = before.flatMap { before in values[keyPath: path].map { before + $0 } }
      }
    }
    per100g = sum.scaled(by: 100 / total)
  }
}

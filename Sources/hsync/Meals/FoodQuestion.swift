import HealthModel
import HealthStore
import Products

/// Which of the recent foods, asked on a terminal.
struct FoodQuestion {
  /// Newest first.
  let foods: [Meal]

  /// Shows up to nine and reads a number; just Return takes the first.
  func ask() throws(CommandError) -> Meal {
    let shown = foods.prefix(9)
    for (index, food) in shown.enumerated() {
      let what = [food.name, Quantity.amount(food.amount), Quantity.energy(food.nutrition.energyKcal)].filter { !$0.isEmpty }
      Output.notice("  \(index + 1)  \(what.joined(separator: ", "))")
    }
    guard let answer = Terminal.ask("Log which one again? [1] ") else { throw CommandError(.no, "nothing was logged") }
    guard let number = answer.isEmpty ? 1 : Int(answer), shown.indices.contains(number - 1) else {
      throw CommandError(.no, "nothing was logged", hint: "answer with a number from 1 to \(shown.count)")
    }
    return shown[number - 1]
  }
}

extension MealLog {
  /// Those of the last 200 foods whose name or brand has all these words, newest first. Case doesn't count.
  func recentFoods(with words: [String]) throws(StoreError) -> [Meal] {
    let query = words.map { $0.lowercased() }
    return try recentFoods(limit: 200).filter { food in
      let name = "\(food.name) \(food.brand ?? "")".lowercased()
      return query.allSatisfy(name.contains)
    }
  }
}

extension Meal {
  /// A new entry of the same food. Another amount scales the frozen nutrition, grams by grams and servings by servings.
  func again(amount: Amount?, at eatenAt: Moment, slot: MealSlot?, note: String?, now: Moment) throws(PortionError) -> Meal {
    var meal = self
    meal.id = RecordID.make(atMs: now.ms)
    meal.eatenAt = eatenAt
    meal.slot = slot ?? MealSlot(usualAt: eatenAt)
    meal.note = note
    meal.createdAtMs = now.ms
    if let amount { try meal.change(amount: amount) }
    return meal
  }

  /// Makes it another amount and scales the nutrition with it.
  mutating func change(amount new: Amount) throws(PortionError) {
    let factor: Double
    if let grams = new.grams, let old = amount.grams, old > 0 {
      factor = grams / old
    } else if let servings = new.servings, let old = amount.servings, old > 0 {
      factor = servings / old
    } else {
      throw .servingSizeUnknown(product: name)
    }
    nutrition = nutrition.scaled(by: factor)
    amount = Amount(
      servings: new.servings ?? amount.servings.map { ($0 * factor * 100).rounded() / 100 },
      grams: new.grams ?? amount.grams.map { ($0 * factor * 10).rounded() / 10 })
  }
}

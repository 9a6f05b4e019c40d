import HealthModel
import HealthStore

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

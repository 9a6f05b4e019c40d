import HealthDesk
import HealthModel

/// Asks on a terminal which of several foods is meant.
struct FoodQuestion {
  /// The foods, the best first.
  let foods: [FoodHit]
  /// `Log which one again?`
  var question = "Log which one?"

  /// Shows up to nine and reads a number; just Return takes the first.
  func ask() throws(CommandError) -> FoodHit {
    let shown = foods.prefix(9)
    for (index, food) in shown.enumerated() { Output.notice("  \(index + 1)  \(food.line)") }
    guard let answer = Terminal.ask("\(question) [1] ") else { throw CommandError(.no, "nothing was logged") }
    guard let number = answer.isEmpty ? 1 : Int(answer), shown.indices.contains(number - 1) else {
      throw CommandError(.no, "nothing was logged", hint: "answer with a number from 1 to \(shown.count)")
    }
    return shown[number - 1]
  }
}

extension FoodHit {
  /// `Oat Crunch, 1 serving (40 g), 148 kcal` of an entry; `Oat Crunch · Haferlund, 370 kcal/100 g` of others.
  var line: String {
    if case .entry(let meal) = food {
      return [meal.name.onOneLine, Quantity.amount(meal.amount), Quantity.energy(meal.nutrition.energyKcal)].filter { !$0.isEmpty }
        .joined(separator: ", ")
    }
    let title = [name, brand].compactMap(\.self).joined(separator: " · ").onOneLine
    return [title, energyKcal.map { "\(Quantity.energy($0))/100 g" }].compactMap(\.self).joined(separator: ", ")
  }
}

import HealthDesk
import HealthModel

/// Asks on a terminal which of several recent foods to log.
struct FoodQuestion {
  /// The foods, newest first.
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

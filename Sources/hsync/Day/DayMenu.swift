import HealthModel
import HealthStore

/// One day's meals with their totals, as lines and as JSON.
struct DayMenu {
  let day: Day
  /// In the order in which they were eaten.
  let meals: [Meal]

  /// The sum of what is known; zeros on a day without meals.
  var total: Nutrition { Nutrition(energyKcal: 0) + MealLog.totals(meals) }

  var lines: [String] {
    [Terminal.styled(title, .bold)] + (meals.isEmpty ? ["  nothing logged"] : mealLines + [totalLine])
  }

  /// Time, meal, what, how much, energy and id, aligned.
  var mealLines: [String] {
    var columns = Columns([.left, .left, .left, .right, .right, .left])
    for meal in meals {
      columns.add([
        meal.eatenAt.clock, meal.slot.rawValue, [meal.name, meal.brand].compactMap(\.self).joined(separator: " · "),
        Quantity.amount(meal.amount), Quantity.energy(meal.nutrition.energyKcal), meal.shortID,
      ])
    }
    return columns.lines(indent: 2)
  }

  var totalLine: String {
    let macros = Quantity.macros(total)
    return "  total \(Quantity.energy(total.energyKcal))" + (macros.isEmpty ? "" : ", \(macros)")
  }

  var json: JSON {
    .object([("day", .string(day.description)), ("meals", .array(meals.map(\.json))), ("total", total.json)])
  }

  private var title: String { DayMenu.title(of: day) }

  /// `Tue 2026-02-10`.
  static func title(of day: Day) -> String { "\(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][day.weekday - 1]) \(day)" }
}

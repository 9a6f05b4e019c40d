import HealthDesk
import HealthModel

/// Meals as rows.
enum MealRows {
  /// A row that opens its meal: its name, when and how much, its energy.
  static func row(_ meal: Meal) -> HTML {
    let facts = [meal.eatenAt.clock, meal.slot.rawValue, Quantity.amount(meal.amount)].filter { !$0.isEmpty }.joined(separator: " · ")
    return """
      <li><a class="open" href="\(path(meal))"><span class="grow"><span class="name" dir="auto">\(name(meal))</span>\
      <span class="small soft">\(facts)</span></span></a><span class="num">\(energy(meal.nutrition))</span></li>
      """
  }

  /// The address of a meal's page. An id may be any text.
  static func path(_ meal: Meal) -> String { "/food/\(meal.id.inQuery)" }

  /// `Oat crunch · Haferlund`.
  static func name(_ meal: Meal) -> String { [meal.name, meal.brand].compactMap(\.self).joined(separator: " · ") }

  /// `292 kcal`; `? kcal` when it isn't known.
  static func energy(_ nutrition: Nutrition) -> String { "\(nutrition.energyKcal.map(Figures.whole) ?? "?") kcal" }
}

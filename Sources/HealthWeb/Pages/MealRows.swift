import HealthDesk
import HealthModel

/// Meals as rows.
enum MealRows {
  /// Returns a row that opens its meal: its name, time, amount and energy.
  ///
  /// - Parameter insights: Whether a meal without all macronutrients gets a link to add them.
  static func row(_ meal: Meal, insights: Bool = false) -> HTML {
    let facts = [meal.eatenAt.clock, meal.slot.rawValue, Quantity.amount(meal.amount)].filter { !$0.isEmpty }.joined(separator: " · ")
    return """
      <li><a class="open" href="\(path(meal))"><span class="grow"><span class="name" dir="auto">\(name(meal))</span>\
      <span class="small soft">\(facts)</span></span></a><span class="num">\(energy(meal.nutrition))</span>\(insights ? invitation(meal) : nil)</li>
      """
  }

  /// The link to add macronutrients; `nil` = they are all known.
  private static func invitation(_ meal: Meal) -> HTML? {
    let nutrition = meal.nutrition
    guard [nutrition.proteinG, nutrition.carbsG, nutrition.fatG].contains(nil) else { return nil }
    return """
      <a class="text small whole" href="\(path(meal))#edit" aria-label="Add macros of \(meal.name) for insights">+ Add macros for insights</a>
      """
  }

  /// Returns the address of a meal's page. An id may be any text.
  static func path(_ meal: Meal) -> String { "/food/\(meal.id.inQuery)" }

  /// Returns name and brand: `Oat crunch · Haferlund`.
  static func name(_ meal: Meal) -> String { [meal.name, meal.brand].compactMap(\.self).joined(separator: " · ") }

  /// Returns the energy of a day's meals: `610 kcal`; `610 kcal + ?` where that of some isn't known, `? kcal` where that of none is.
  static func total(_ menu: DayMenu) -> String {
    menu.total.energyKcal == nil ? energy(menu.total) : menu.intake.energy { "\(Figures.whole($0)) kcal" }
  }

  /// Returns what a day's total doesn't contain; `nil` = everything is known.
  static func unknown(_ menu: DayMenu) -> HTML? {
    let notes = menu.intake.unknowns
    return notes.isEmpty ? nil : "<span class=\"small soft\">\(notes.joined(separator: "; "))</span>"
  }

  /// Returns the energy: `292 kcal`; `? kcal` if it isn't known.
  static func energy(_ nutrition: Nutrition) -> String { "\(nutrition.energyKcal.map(Figures.whole) ?? "?") kcal" }
}

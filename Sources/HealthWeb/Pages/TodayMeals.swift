import HealthDesk
import HealthModel

/// What was eaten on a day, and its sum.
struct TodayMeals: Sendable {
  let menu: DayMenu

  var html: HTML {
    let content: HTML =
      menu.meals.isEmpty
      ? "<p class=\"soft\">Nothing logged yet.</p>"
      : "<ul class=\"rows\">\(menu.meals.map(row))\(total)</ul>"
    return "<h2>Eaten</h2><section class=\"card flush\" data-part=\"meals\">\(content)</section>"
  }

  private func row(_ meal: Meal) -> HTML {
    let facts = [meal.eatenAt.clock, meal.slot.rawValue, Figures.amount(meal.amount)].filter { !$0.isEmpty }.joined(separator: " · ")
    let brand: HTML? = meal.brand.map { " · <bdi>\($0)</bdi>" }
    return """
      <li><div class="grow"><span><bdi>\(meal.name)</bdi>\(brand)</span><span class="small soft">\(facts)</span></div>\
      <span class="num">\(TodayMeals.energy(meal.nutrition))</span></li>
      """
  }

  private var total: HTML {
    """
    <li data-part="total"><div class="grow"><b>Total</b><span class="small soft">\(Figures.macros(menu.total))</span></div>\
    <b class="num">\(TodayMeals.energy(menu.total))</b></li>
    """
  }

  private static func energy(_ nutrition: Nutrition) -> String { "\(nutrition.energyKcal.map(Figures.whole) ?? "?") kcal" }
}

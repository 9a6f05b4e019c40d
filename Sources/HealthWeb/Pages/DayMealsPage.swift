import DietPlan
import HealthDesk
import HealthModel

/// The meals of a day, the newest first, below its totals, which stay in view.
struct DayMealsPage: Sendable {
  /// The day's meals, without its plan.
  let menu: DayMenu
  /// The day of the diet plan; `nil` = none runs.
  let diet: DietDay?
  let today: Day
  let session: PageSession
  var notices: HTML?

  /// Returns the page's address.
  static func path(_ day: Day, today: Day) -> String { day == today ? "/meals" : "/meals?day=\(day.description)" }

  var page: Page {
    let isToday = menu.day == today
    return Page(
      title: isToday ? "Today's meals" : "Meals of \(menu.day.description)", heading: isToday ? nil : "Meals", tab: .food,
      above: isToday ? diet.map(DietWords.headline) : PlanDates.inFull(menu.day, withYear: true),
      state: menu.meals.isEmpty ? .empty : .ready,
      notices: notices, isNarrow: true, session: session,
      content: """
        <section data-waiting></section><section id="day-meals" data-live>\(totals)\(list)</section>\
        <p class="row"><a class="button" href="/food">\(menu.meals.isEmpty ? "Log Meal" : "Add Another Meal")</a>\
        <a class="chip" href="/">Today</a></p>
        """)
  }

  /// The totals, which stay at the top while the list is scrolled.
  private var totals: HTML {
    let count = Quantity.count(menu.meals.count, "meal")
    guard let diet else {
      return """
        <div class="card tight totals"><p class="between"><strong class="num">\(MealRows.total(menu))</strong>\
        <span class="small soft">\(count)</span></p><p class="small num">\(Quantity.macros(menu.total))</p>\(unknown)</div>
        """
    }
    let macros = Macro.allCases.map { macro -> HTML in
      let progress = diet.progress[macro]
      return """
        <span>\(macro.rawValue.asTitle) <span class="num">\(DietWords.progress(progress))</span><span class="hide">\
        \(MacroSign.spoken(progress))</span>\(MacroSign.html(progress))</span>
        """
    }
    return """
      <div class="card tight totals" role="group" aria-label="Running totals"><p class="between"><strong class="num">\
      \(diet.eaten.energy(Figures.whole)) / \(Quantity.grouped(diet.target.kcal)) cal</strong><span class="small soft">\
      \(DietWords.remaining(diet.remainingKcal)) · \(count)</span></p><p class="small row macroline">\(macros)</p>\(unknown)</div>
      """
  }

  private var unknown: HTML? { MealRows.unknown(menu).map { "<p>\($0)</p>" } }

  private var list: HTML {
    if menu.meals.isEmpty {
      let sentence = menu.day == today ? "No meals logged today." : "No meals logged on this day."
      return "<div class=\"card empty\"><p>\(sentence) Tap Log Meal to start!</p></div>"
    }
    return "<ul class=\"rows card\">\(menu.meals.reversed().map { MealRows.row($0, insights: diet != nil) })</ul>"
  }
}

import HealthDesk
import HealthModel
import WeekPlan

/// What was eaten: found by its name, logged again, logged by hand.
struct FoodPage: Sendable {
  /// What is searched for; empty = nothing.
  let query: String
  /// Foods eaten before that fit, the latest entry of each.
  let foods: [Meal]
  /// The last days, newest first.
  let days: [DayMenu]
  let now: Moment
  let session: PageSession
  var notices: HTML?

  var page: Page {
    Page(
      title: "Food", tab: .food, state: foods.isEmpty && days.allSatisfy(\.meals.isEmpty) && query.isEmpty ? .empty : .ready,
      notices: notices,
      session: session,
      content: """
        <section data-waiting></section><div class="wide"><div>\(search)\(found)</div><div>\(MealForm(session: session, now: now).byHand)\(history)</div>\
        </div>
        """)
  }

  private var search: HTML {
    """
    <form method="get" action="/food" data-swap="found" role="search" class="stack"><label class="field"><span>Search what you ate</span>\
    <input type="search" name="q" value="\(query)" maxlength="200" data-typed autocomplete="off"></label><button class="hide">Search</button></form>
    """
  }

  private var found: HTML {
    let title = query.isEmpty ? "Log again" : "Found"
    let rows = foods.map(row)
    let list: HTML =
      !rows.isEmpty
      ? "<div class=\"card\"><ul class=\"rows\">\(rows)</ul></div>"
      : query.isEmpty
        ? """
        <div class="card empty"><p>No meals yet</p><p>What you log is found here again.</p></div>
        """ : "<div class=\"card empty\"><p>Nothing found for “\(query)”.</p><p>Try fewer letters, or log it by hand.</p></div>"
    return "<section id=\"found\" aria-live=\"polite\"><h2>\(title)</h2>\(list)</section>"
  }

  private func row(_ meal: Meal) -> HTML {
    let facts = [Figures.amount(meal.amount), MealRows.energy(meal.nutrition)].filter { !$0.isEmpty }.joined(separator: " · ")
    return """
      <li><a class="open" href="/food/\(meal.id)"><span class="grow"><span class="name" dir="auto">\(MealRows.name(meal))</span>\
      <span class="small soft">\(facts)</span></span></a><form method="post" action="/food/again" data-swap="main" data-offline="name" \
      data-label="Log">\(session.field)\(MealForm.entry(now))<input type="hidden" name="meal" value="\(meal.id)">\
      <input type="hidden" name="name" value="\(meal.name)"><button class="chip" aria-label="Log \(meal.name) again">Log</button></form></li>
      """
  }

  private var history: HTML? {
    let parts = days.filter { !$0.meals.isEmpty }.map { menu -> HTML in
      """
      <h3>\(menu.day == now.day ? "Today" : PlanDates.day(menu.day, beside: now.day))</h3><ul class="rows">\(menu.meals.map(MealRows.row))\
      <li><div class="grow"><b>Total</b></div><b class="num">\(MealRows.energy(menu.total))</b></li></ul>
      """
    }
    return parts.isEmpty ? nil : "<section id=\"eaten\" data-live><h2>Last seven days</h2><div class=\"card\">\(parts)</div></section>"
  }
}

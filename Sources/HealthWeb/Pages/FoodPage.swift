import DietPlan
import HealthDesk
import HealthModel
import Products

/// The page of logged food, by day or by search, with a form for food without a barcode.
struct FoodPage: Sendable {
  /// The selection that the page lists.
  enum Listing: Sendable {
    case history(FoodHistory)
    /// Logged foods, each once, the latest first; and products.
    case found(query: String, [Meal], Shelf)
  }

  /// The products of the product file that a search found.
  struct Shelf: Sendable {
    var products: [Product] = []
    /// The reason why the file couldn't be searched; `nil` = it was, or there is none.
    var fault: (any UserFacingError)?
  }

  let listing: Listing
  let now: Moment
  let session: PageSession
  let form: HandForm
  /// The eating window of the diet plan that runs; `nil` = there is none.
  var window: EatingWindow?
  var notices: HTML?

  /// The largest number of foods that a search shows.
  static let mostFound = 50
  /// The largest number of products that a search shows.
  static let mostProducts = 20

  var page: Page {
    Page(
      title: "Food", tab: .food, state: isEmpty ? .empty : form.fields.fault == nil ? .ready : .error, notices: notices, session: session,
      content: """
        <section data-waiting></section>\(eating)<div class="wide"><div><form method="get" action="/food" data-swap="found" role="search" class="stack">\
        <label class="field"><span>Search food</span><input type="search" name="q" value="\(query)" data-typed autocomplete="off" \
        maxlength="\(TypedMeal.longestName)"></label><button class="hide">Search</button></form>\
        <section id="found" data-live aria-live="polite">\(list)</section></div><div>\(form.html)\
        <p class="row"><a class="chip" href="/scan">Open Scanner</a></p></div></div>
        """)
  }

  private var eating: HTML? {
    window.map {
      """
      <p class="small">\(DietWords.window($0)) <a href="/diet/setup?step=window" aria-label="Edit the eating window">Edit</a></p>
      """
    }
  }

  private var query: String { if case .found(let query, _, _) = listing { query } else { "" } }

  private var isEmpty: Bool { if case .history(let history) = listing { history.days.isEmpty && history.earlier == nil } else { false } }

  private var list: HTML {
    switch listing {
    case .history(let history): return "\(history.days.map(day))\(nothing(history))\(earlier(history))"
    case .found(let query, let foods, let shelf):
      let eaten = Set(foods.compactMap(\.gtin))
      let products = shelf.products.filter { !eaten.contains($0.gtin) }
      let fault = shelf.fault.map { HTML.failed("The product file can't be searched.", ImportPage.sentences($0)) }
      if foods.isEmpty, products.isEmpty {
        return """
          \(fault)<h2>Found</h2><div class="card empty"><p>Nothing found for “<span dir="auto">\(query)</span>”.</p>\
          <p>Try fewer letters, or log it by hand.</p>\(lookUp(query))</div>
          """
      }
      let logged: HTML? =
        foods.isEmpty
        ? nil
        : "<h2>Logged before</h2><ul class=\"rows card\">\(foods.prefix(FoodPage.mostFound).map { row($0, about: "last on \($0.eatenAt.day)") })</ul>"
      let shelved: HTML? = products.isEmpty ? nil : "<h2>In the product file</h2><ul class=\"rows card\">\(products.map(row))</ul>"
      return "\(fault)\(logged)\(shelved)"
    }
  }

  /// A row that opens a product, with a button that logs its usual portion.
  private func row(_ product: Product) -> HTML {
    let portion = try? product.portion(product.usualAmount)
    let facts = [product.brand, portion.map { Quantity.amount($0.amount) }, portion.map { MealRows.energy($0.nutrition) }]
    let log: HTML? = portion.map { _ in
      """
      <form method="post" action="/log" data-swap="main" data-offline="title" data-label="Log">\
      \(session.entry(id: RecordID.make(atMs: now.ms)))<input type="hidden" name="code" value="\(product.gtin.description)">\
      <input type="hidden" name="title" value="\(product.name)"><button class="chip" aria-label="Log \(product.name)">Log</button></form>
      """
    }
    return """
      <li><a class="open" href="/scan/code?code=\(product.gtin.description)"><span class="grow"><span class="name" dir="auto">\(product.name)\
      </span><span class="small soft">\(facts.compactMap(\.self).joined(separator: " · "))</span></span></a>\(log)</li>
      """
  }

  private func day(_ day: DayMenu) -> HTML {
    let name =
      day.day == now.day ? "Today" : day.day == now.day.adding(-1) ? "Yesterday" : PlanDates.inFull(day.day, withYear: true)
    return """
      <h2 class="between"><span>\(name)</span><span class="num soft">\(MealRows.energy(day.total))</span></h2>\
      <ul class="rows card">\(day.meals.map { row($0, about: $0.eatenAt.clock) })</ul>
      """
  }

  /// A row that opens its meal, with a button that logs the food again.
  private func row(_ meal: Meal, about: String) -> HTML {
    let facts = [about, Quantity.amount(meal.amount), MealRows.energy(meal.nutrition)].filter { !$0.isEmpty }.joined(separator: " · ")
    return """
      <li><a class="open" href="\(MealRows.path(meal))"><span class="grow"><span class="name" dir="auto">\(MealRows.name(meal))</span>\
      <span class="small soft">\(facts)</span></span></a><form method="post" action="/log" data-swap="found" data-offline="title" data-label="Log">\
      \(session.entry(id: RecordID.make(atMs: now.ms)))<input type="hidden" name="again" value="\(meal.id)">\
      <input type="hidden" name="title" value="\(meal.name)"><button class="chip" aria-label="Log \(meal.name) again">Log</button></form></li>
      """
  }

  private func nothing(_ history: FoodHistory) -> HTML? {
    history.days.isEmpty
      ? """
      <div class="card empty"><p>\(history.earlier == nil ? "No meals yet" : "No meals on these days")</p><div class="row">\
      <a class="chip" href="/scan">Open Scanner</a><a class="chip" href="#by-hand">Log by hand</a></div></div>
      """ : nil
  }

  private func earlier(_ history: FoodHistory) -> HTML? {
    history.earlier.map { "<p class=\"row\"><a class=\"chip\" href=\"/food?before=\($0.description)\" data-swap=\"found\">Earlier</a></p>" }
  }

  /// Returns a link that looks up the searched digits as a barcode; `nil` = the search isn't for digits.
  private func lookUp(_ query: String) -> HTML? {
    guard (try? TypedBarcode(query)) != nil else { return nil }
    return "<div class=\"row\"><a class=\"chip\" href=\"/scan/code?code=\(query.inQuery)\">Look up the number</a></div>"
  }
}

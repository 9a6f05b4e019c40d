import DietPlan
import HealthDesk
import HealthModel
import HealthStore
import Products

/// The page of logged food, by day or by search, with a form for food without a barcode.
struct FoodPage: Sendable {
  /// The selection that the page lists.
  enum Listing: Sendable {
    case history(FoodHistory)
    /// Own and logged foods and those of the catalogue; and products of the product file.
    case found(query: String, Matches, Shelf)
  }

  /// The foods that a search by name found.
  struct Matches: Sendable {
    /// The best first; at most `mostFound`.
    let hits: [FoodHit]
    /// The words searched for instead of misspelt ones. `nil` = those typed.
    let correction: String?
    /// The reason why the catalogue couldn't be searched; `nil` = it was, or there is none.
    let fault: (any UserFacingError)?

    /// Searches for a text.
    init(_ searches: FoodSearches, _ query: String) {
      do {
        let result = try searches.search(query, limit: FoodPage.mostFound)
        (hits, correction, fault) = (result.hits, result.correction, nil)
      } catch {
        (hits, correction, fault) = (searches.ownHits(query, limit: FoodPage.mostFound), nil, error)
      }
    }
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

  /// The largest number of foods that a search by name shows.
  static let mostFound = 50
  /// The largest number of products of the product file, and of the catalogue, that a search shows.
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
    case .found(let query, let matches, let shelf): return found(query, matches, shelf)
    }
  }

  /// The lists of a search: the user's foods, the product file, the catalogue.
  private func found(_ query: String, _ matches: Matches, _ shelf: Shelf) -> HTML {
    let known = Set(matches.hits.filter { $0.origin != .catalogue }.compactMap(\.gtin))
    let products = shelf.products.filter { !known.contains($0.gtin) }
    let shelved = Set(products.map(\.gtin))
    var (own, logged, catalogue): ([HTML], [HTML], [HTML]) = ([], [], [])
    for hit in matches.hits {
      switch hit.food {
      case .own(let food): own.append(row(food))
      case .entry(let meal): logged.append(row(meal, about: "last on \(meal.eatenAt.day)"))
      case .catalogue:
        guard catalogue.count < FoodPage.mostProducts, let product = hit.product, !shelved.contains(product.gtin) else { continue }
        catalogue.append(row(product))
      }
    }
    let faults = [
      shelf.fault.map { HTML.failed("The product file can't be searched.", ImportPage.sentences($0)) },
      matches.fault.map { HTML.failed("The catalogue can't be searched.", ImportPage.sentences($0)) },
    ]
    let sections = [
      FoodPage.section("Your own foods", own), FoodPage.section("Logged before", logged),
      FoodPage.section("In the product file", products.map(row)), FoodPage.section("In the catalogue", catalogue),
    ]
    if sections.allSatisfy({ $0 == nil }) {
      return """
        \(HTML.all(faults.compactMap(\.self)))<h2>Found</h2><div class="card empty"><p>Nothing found for “<span dir="auto">\(query)</span>”.</p>\
        <p>Try fewer letters, or log it by hand.</p>\(lookUp(query))</div>
        """
    }
    let correction = matches.correction.map { "<p class=\"small soft\">Also searched for “<span dir=\"auto\">\($0)</span>”</p>" as HTML }
    let attribution: HTML? = catalogue.isEmpty ? nil : .openFoodFacts
    return HTML.all(
      faults.compactMap(\.self) + [correction].compactMap(\.self) + sections.compactMap(\.self) + [attribution].compactMap(\.self))
  }

  /// A list with its heading; `nil` = it is empty.
  private static func section(_ title: String, _ rows: [HTML]) -> HTML? {
    rows.isEmpty ? nil : "<h2>\(title)</h2><ul class=\"rows card\">\(rows)</ul>"
  }

  /// A row of an own food, with a button that logs its usual portion. One with a barcode opens its product.
  private func row(_ food: OwnFood) -> HTML {
    if let product = Product(own: food) { return row(product) }
    let portion = try? food.figures.portion(food.figures.usualAmount)
    let facts = [food.brand, portion.map { Quantity.amount($0.amount) }, portion.map { MealRows.energy($0.nutrition) }]
    return """
      <li><span class="open"><span class="grow"><span class="name" dir="auto">\(food.name)</span>\
      <span class="small soft">\(facts.compactMap(\.self).joined(separator: " · "))</span></span></span>\
      <form method="post" action="/log" data-swap="found" data-offline="title" data-label="Log">\
      \(session.entry(id: RecordID.make(atMs: now.ms)))<input type="hidden" name="own" value="\(food.id)">\
      <input type="hidden" name="title" value="\(food.name)"><button class="chip" aria-label="Log \(food.name)">Log</button></form></li>
      """
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

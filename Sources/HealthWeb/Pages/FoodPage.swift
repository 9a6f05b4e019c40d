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
    case found(FoodResults)

    /// The reason why a place couldn't be searched; `nil` = all were.
    var fault: (any UserFacingError)? { if case .found(let results) = self { results.shelf.fault ?? results.matches.fault } else { nil } }
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
        (hits, correction, fault) = (searches.ownHits(query, limit: FoodPage.mostFound), nil, error as? any UserFacingError)
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
  let rows: FoodRows
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
        <section data-waiting></section>\(eating)<div class="wide"><div><form method="get" action="/food" data-swap="found" role="search" class="stack" \
        data-wait="Searching..." data-away="Search unavailable, use manual entry" data-way="#by-hand"><label class="field">\
        <span>Search food</span><input type="search" name="q" value="\(query)" placeholder="Search for food..." data-typed autocomplete="off" \
        maxlength="\(TypedMeal.longestName)"></label><button class="hide">Search</button></form>\
        <p><a class="text" href="#by-hand">Or enter manually</a></p>\
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

  private var query: String { if case .found(let results) = listing { results.query } else { "" } }

  private var isEmpty: Bool { if case .history(let history) = listing { history.days.isEmpty && history.earlier == nil } else { false } }

  private var list: HTML {
    switch listing {
    case .history(let history): return "\(history.days.map(day))\(nothing(history))\(earlier(history))"
    case .found(let results): return results.html
    }
  }

  private func day(_ day: DayMenu) -> HTML {
    let name =
      day.day == now.day ? "Today" : day.day == now.day.adding(-1) ? "Yesterday" : PlanDates.inFull(day.day, withYear: true)
    return """
      <h2 class="between"><span>\(name)</span><span class="num soft">\(MealRows.total(day))</span></h2>\
      <ul class="rows card">\(day.meals.map { row($0, about: $0.eatenAt.clock) })</ul>
      """
  }

  /// A row that opens its meal, with a button that logs the food again.
  private func row(_ meal: Meal, about: String) -> HTML {
    let facts = [about, Quantity.amount(meal.amount), MealRows.energy(meal.nutrition)].filter { !$0.isEmpty }.joined(separator: " · ")
    return """
      <li><a class="open" href="\(MealRows.path(meal))"><span class="grow"><span class="name" dir="auto">\(MealRows.name(meal))</span>\
      <span class="small soft">\(facts)</span></span></a>\(rows.log(.entry(meal)))</li>
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
}

import HealthDesk
import HealthModel

/// Foods as rows of search results: each opens its portion, and has a button that logs the usual one.
struct FoodRows: Sendable {
  let session: PageSession
  let now: Moment
  /// Whether logging leads to another page: with a plan, to the meals of the day.
  let leadsAway: Bool

  /// Returns a row: name, brand, energy and macronutrients of 100 g, then the usual portion.
  ///
  /// - Parameter about: A further fact; `nil` = none.
  func row(_ food: LoggableFood, about: String? = nil) -> HTML {
    let facts = [food.brand, food.per100g.map(FoodRows.figures), about].compactMap(\.self).filter { !$0.isEmpty }
    var amount = food.usualAmount
    if amount.grams == nil, let servings = amount.servings, let servingG = food.servingG {
      amount = Amount(servings: servings, grams: servings * servingG)
    }
    let usual = [Quantity.amount(amount), food.nutrition(of: food.usualAmount).map(MealRows.energy) ?? ""].filter { !$0.isEmpty }
    return """
      <li><a class="open" href="\(FoodRows.path(food))"><span class="grow"><span class="name" dir="auto">\(food.name)</span>\
      <span class="small soft">\(facts.joined(separator: " · "))</span><span class="small soft">\(usual.joined(separator: " · "))</span>\
      </span></a>\(log(food))</li>
      """
  }

  /// Returns `370 kcal per 100 g, protein 10 g`.
  private static func figures(_ nutrition: Nutrition) -> String {
    [nutrition.energyKcal.map { "\(Figures.whole($0)) kcal per 100 g" } ?? "", Quantity.macros(nutrition)].filter { !$0.isEmpty }
      .joined(separator: ", ")
  }

  /// Returns the address of the page on which a portion is chosen.
  static func path(_ food: LoggableFood) -> String {
    switch food {
    case .product(let product): "/scan/code?code=\(product.gtin.description)"
    case .own(let food): "/portion?own=\(food.id.inQuery)"
    case .entry(let meal): "/portion?again=\(meal.id.inQuery)"
    }
  }

  /// Returns the hidden fields that name a food in the form that logs it.
  static func fields(_ food: LoggableFood) -> HTML {
    let (name, value) =
      switch food {
      case .product(let product): ("code", product.gtin.description)
      case .own(let food): ("own", food.id)
      case .entry(let meal): ("again", meal.id)
      }
    return "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\"><input type=\"hidden\" name=\"title\" value=\"\(food.name)\">"
  }

  /// Returns the form with the button that logs the usual portion; `nil` = it can't be computed.
  func log(_ food: LoggableFood) -> HTML? {
    var (swap, again): (HTML, String) = (leadsAway ? "main" : "found", "")
    switch food {
    case .product:
      guard food.nutrition(of: food.usualAmount) != nil else { return nil }
      swap = "main"
    case .own: break
    case .entry: again = " again"
    }
    return """
      <form method="post" action="/log" data-swap="\(swap)" data-offline="title" data-label="Log">\
      \(session.entry(id: RecordID.make(atMs: now.ms)))\(FoodRows.fields(food))\
      <button class="chip" aria-label="Log \(food.name)\(again)">Log</button></form>
      """
  }
}

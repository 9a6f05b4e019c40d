import Digests
import HealthDesk
import HealthModel

/// The page of one meal: its values, and forms that change, repeat and delete it.
struct MealPage: Sendable {
  let meal: Meal
  let now: Moment
  let session: PageSession
  /// The rejected input, shown again in the form; `nil` = the form shows the meal as it is.
  var typed: TypedMeal?
  var fault: EntryError?
  var notices: HTML?

  /// The meal's values as its form shows them.
  static func typed(_ meal: Meal) -> TypedMeal {
    let isGrams = meal.amount.servings == nil
    return TypedMeal([
      .title: meal.name, .amount: (isGrams ? meal.amount.grams : meal.amount.servings).map(TypedNumber.text) ?? "",
      .unit: (isGrams ? TypedMeal.Unit.grams : .servings).rawValue, .kcal: number(meal.nutrition.energyKcal),
      .protein: number(meal.nutrition.proteinG), .carbs: number(meal.nutrition.carbsG), .fat: number(meal.nutrition.fatG),
      .slot: meal.slot.rawValue, .when: "\(meal.eatenAt.day)T\(meal.eatenAt.clock)", .note: meal.note ?? "",
    ])
  }

  private static func number(_ value: Double?) -> String { value.map(TypedNumber.text) ?? "" }

  /// A value that changes with the meal, by which a form of an older version is detected.
  static func mark(_ meal: Meal) -> String { String(Hexadecimal.text(SHA256.of(meal.json.text)).prefix(16)) }

  var page: Page {
    let path = MealRows.path(meal)
    let fields = MealFields(form: "edit", typed: typed ?? MealPage.typed(meal), fault: fault)
    return Page(
      title: meal.name, tab: .food, above: PlanDates.inFull(meal.eatenAt.day, withYear: true),
      state: isRefused ? .error : .ready, notices: notices, isNarrow: true, session: session,
      content: """
        <section data-waiting></section><div class="card"><dl class="facts">\(facts)</dl></div>\(attribution)\
        <form class="row" method="post" action="/log" data-swap="main" data-offline="title" data-label="Log">\
        \(session.entry(id: RecordID.make(atMs: now.ms)))\(FoodRows.fields(.entry(meal)))\
        <button class="button plain" data-busy="Logging...">Log again</button></form>\
        <h2 id="edit">Change</h2><form class="card stack" method="post" action="\(path)" data-swap="main" data-guard="Discard meal?"\(isRefused ? " data-unsaved" : nil) \
        aria-labelledby="edit" novalidate>\(session.field)<input type="hidden" name="mark" value="\(MealPage.mark(meal))">\(fields.title)\(fields.amount)\
        <p class="hint">Changing the amount scales the nutrition values; values that you change apply to the whole amount.</p>\(fields.nutrition)\
        \(fields.slots)\(fields.when("Time"))\(fields.note)<button class="button" name="action" value="save" data-busy="Saving...">Save</button></form>\
        <form class="row" method="post" action="\(path)" data-swap="main">\(session.field)\
        <button class="button danger" name="action" value="delete" aria-label="Delete \(meal.name)">Delete</button></form>\
        <p class="row"><a class="chip" href="/food">Back to food</a></p>
        """)
  }

  private var isRefused: Bool { typed != nil }

  private var facts: HTML {
    var facts: [(String, String)] = [
      ("Energy", MealRows.energy(meal.nutrition)), ("Amount", Quantity.amount(meal.amount)), ("Nutrients", Quantity.macros(meal.nutrition)),
      ("Eaten", "\(meal.eatenAt.day) \(meal.eatenAt.clock), \(meal.slot.rawValue)"),
    ]
    facts += [
      ("Brand", meal.brand ?? ""), ("Number", meal.gtin?.description ?? ""), ("Figures from", MealPage.words(meal.provenance.source)),
    ]
    facts += meal.provenance.doubts.map { ("Doubt", $0.sentence) }
    return .all(facts.filter { !$0.1.isEmpty }.map { "<dt>\($0.0)</dt><dd class=\"name\" dir=\"auto\">\($0.1)</dd>" })
  }

  private var attribution: HTML? { HTML.attribution([meal.attribution]) }

  private static func words(_ source: String) -> String {
    switch source {
    case "user": "you"
    case "own_food": "your own values"
    case "product_file": "your product file"
    case Attribution.openFoodFacts.rawValue: "Open Food Facts"
    case Attribution.usda.rawValue: "USDA FoodData Central"
    default: source
    }
  }
}

extension HTML {
  /// The sources of products' data, which their licences and owners ask to be named. `nil` when there is none.
  static func attribution(_ attributions: [Attribution?]) -> HTML? {
    let found = Set(attributions.compactMap(\.self))
    if found.isEmpty { return nil }
    return .all(Attribution.allCases.filter(found.contains).map(attribution))
  }

  private static func attribution(_ attribution: Attribution) -> HTML {
    switch attribution {
    case .openFoodFacts:
      """
      <p class="small soft">Product data © <a href="https://openfoodfacts.org" rel="noreferrer">Open Food Facts</a> contributors, ODbL 1.0</p>
      """
    case .usda:
      """
      <p class="small soft">Product data: U.S. Department of Agriculture, \
      <a href="https://fdc.nal.usda.gov" rel="noreferrer">FoodData Central</a>, public domain (CC0)</p>
      """
    }
  }
}

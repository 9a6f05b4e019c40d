import HealthDesk
import HealthModel

/// The form that logs a meal by hand.
struct HandForm: Sendable {
  let session: PageSession
  /// The id of the new entry.
  let id: String
  var fields = MealFields(form: "hand")
  /// The number on the package; `nil` = none.
  var gtin: GTIN?
  /// The scan that the number was read in; `nil` = none.
  var tray: String?

  /// Whether a diet plan runs, which looks at macronutrients.
  var hasPlan = false

  /// The form as a section.
  var html: HTML {
    let number: HTML? = gtin.map { "<input type=\"hidden\" name=\"number\" value=\"\($0.description)\">" }
    let scan: HTML? = tray.map { "<input type=\"hidden\" name=\"tray\" value=\"\($0)\">" }
    let unfolded: HTML = isUnfolded || hasPlan ? " open" : ""
    return """
      <section><h2 id="by-hand">Log by hand</h2><form class="card stack" method="post" action="/log" data-swap="main" data-offline="title" \
      data-label="Log" data-guard="Discard meal?"\(fields.fault == nil ? nil : " data-unsaved") aria-labelledby="by-hand" novalidate>\(session.entry(id: id))\(number)\(scan)\(fields.title)\
      \(fields.number(.kcal, "Energy, kcal"))\(fields.slots)<details\(unfolded)><summary>More</summary><div class="stack">\(fields.amount)\(macrosHint)<div class="grid">\
      <div>\(fields.number(.protein, "Protein, g"))</div><div>\(fields.number(.carbs, "Carbs, g"))</div>\
      <div>\(fields.number(.fat, "Fat, g"))</div></div>\(fields.line(.brand, "Brand"))\(fields.when("Time (default: now)"))\(fields.note)</div></details>\
      <button class="button" data-busy="Logging...">Log Food</button></form></section>
      """
  }

  private var macrosHint: HTML? { hasPlan ? "<p class=\"hint\">Add macros to see smiley feedback 😊</p>" : nil }

  /// Whether one of the fields below `More` is filled in or invalid.
  private var isUnfolded: Bool {
    let folded: [TypedMeal.Field] = [.amount, .protein, .carbs, .fat, .brand, .when, .note]
    return folded.contains { !fields.typed[$0].isEmpty || fields.fault?.field == $0 }
  }
}

import HealthDesk
import HealthModel

/// The page on which a portion of an own or a logged food is chosen and logged.
struct PortionPage: Sendable {
  let food: LoggableFood
  let now: Moment
  let session: PageSession
  /// The selected unit; `nil` = the default.
  var unit: TypedMeal.Unit?
  var fields = MealFields(form: "portion")
  var notices: HTML?

  var page: Page {
    Page(
      title: "Portion", tab: .food, state: fields.fault == nil ? .ready : .error, notices: notices, isNarrow: true, session: session,
      content: "<section data-waiting></section>\(form)<p class=\"row\"><a class=\"chip\" href=\"/food\">Back to food</a>\(entry)</p>")
  }

  private var form: HTML {
    let units = PortionForm.units(of: food)
    let id = RecordID.make(atMs: now.ms)
    if let unit = units.first(where: { $0 == unit }) ?? units.first {
      return PortionForm(food: food, unit: unit, path: FoodRows.path(food), session: session, id: id, fields: fields).html
    }
    let known = MealFields(form: "hand", typed: TypedMeal([.title: food.name, .brand: food.brand ?? ""]))
    return """
      <p class="banner warn name" dir="auto">The nutrition values of \(food.name) aren't known. Log it by hand.</p>\
      \(HandForm(session: session, id: id, fields: known).html)
      """
  }

  /// A link to the entry that is logged again; `nil` = it is no entry.
  private var entry: HTML? {
    guard case .entry(let meal) = food else { return nil }
    return "<a class=\"chip\" href=\"\(MealRows.path(meal))\">The meal of \(meal.eatenAt.day.description)</a>"
  }
}

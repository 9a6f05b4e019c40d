import HealthDesk
import HealthModel
import Products

/// The form that logs a portion of a food, chosen by number or with a slider, while its values follow.
struct PortionForm: Sendable {
  let food: LoggableFood
  /// The unit of the amount field.
  let unit: TypedMeal.Unit
  /// The page's path with its query, without the part that selects the unit.
  let path: String
  let session: PageSession
  /// The id of the new entry.
  let id: String
  var fields = MealFields(form: "portion")
  /// The scan that the product was read in; `nil` = none.
  var tray: String?

  /// The form, with links to the other units.
  var html: HTML {
    let scan: HTML? = tray.map { "<input type=\"hidden\" name=\"tray\" value=\"\($0)\">" }
    return """
      <form class="card stack" method="post" action="/log" data-swap="main" data-offline="title" data-label="Log" novalidate>\
      \(session.entry(id: id))\(FoodRows.fields(food))<input type="hidden" name="unit" value="\(unit.rawValue)">\(scan)\
      <div><h2 class="title name" dir="auto">\(food.name)</h2><p class="soft name" dir="auto">\(PortionForm.about(food))</p></div>\
      \(doubts)<div><label for="amount" class="small"><strong>\(unitWords)</strong></label><div class="stepper">\
      <button type="button" data-step="-1" data-script hidden aria-controls="amount" aria-label="Less">−</button>\
      <input id="amount" name="amount" inputmode="decimal" maxlength="20" autocomplete="off" data-by="\(step)" value="\(amount)"\(fields.marks(.amount))>\
      <button type="button" data-step="1" data-script hidden aria-controls="amount" aria-label="More">+</button></div>\(slider)\
      \(fields.wrong(.amount))</div>\(energy)\(fields.slots)<button class="button" data-busy="Logging...">Log Food</button></form>\(otherUnit)\
      \(HTML.attribution([food.attribution]))
      """
  }

  /// `Haferlund · 432 kcal per 100 g`.
  static func about(_ food: LoggableFood) -> String {
    let energy = food.per100g?.energyKcal.map { "\(Figures.whole($0)) kcal per 100 g" }
    return [food.brand, product(food)?.quantity, energy].compactMap(\.self).joined(separator: " · ")
  }

  /// The units in which portions of a food can be computed; the usual one first.
  static func units(of food: LoggableFood) -> [TypedMeal.Unit] {
    let usual: TypedMeal.Unit = food.usualAmount.servings == nil ? .grams : .servings
    return [usual, usual == .grams ? .servings : .grams].filter { food.nutrition(of: amount(1, $0)) != nil }
  }

  private static func amount(_ number: Double, _ unit: TypedMeal.Unit) -> Amount {
    unit == .grams ? Amount(grams: number) : Amount(servings: number)
  }

  private static func product(_ food: LoggableFood) -> Product? { if case .product(let product) = food { product } else { nil } }

  private var usual: Double {
    unit == .servings ? food.usualAmount.servings ?? 1 : food.usualAmount.grams ?? food.servingG ?? 100
  }

  private var amount: String { fields.typed[.amount].isEmpty ? TypedNumber.text(usual) : fields.typed[.amount] }

  private var step: String { unit == .grams ? "5" : "0.5" }

  /// The amount in the field; the usual one where it can't be read.
  private var typedAmount: Amount {
    (try? Amount(typed: amount, in: unit == .grams ? .g : .servings)) ?? PortionForm.amount(usual, unit)
  }

  private var unitWords: String {
    guard unit == .servings else { return "Grams, or millilitres of a drink" }
    let text = PortionForm.product(food)?.servingText ?? food.servingG.map(Quantity.grams)
    return text.map { "Servings of \($0)" } ?? "Servings"
  }

  /// A second way to set the number, which only works with the script. Its room is kept, so that nothing moves.
  private var slider: HTML {
    let number = (unit == .grams ? typedAmount.grams : typedAmount.servings) ?? usual
    let (least, most) = unit == .grams ? (5, max(300, (3 * usual / 50).rounded(.up) * 50)) : (0.25, max(5, (2 * usual).rounded(.up)))
    return """
      <div class="slide"><input type="range" data-script hidden data-slides="amount" data-unit="\(unit == .grams ? "grams" : "servings")" \
      aria-label="Portion" min="\(JSON(least).text)" max="\(JSON(most).text)" step="\(JSON(least).text)" value="\(JSON(number).text)"></div>
      """
  }

  /// The values of the portion, and of one gram or serving for the script, which changes them with the number.
  private var energy: HTML? {
    guard let portion = food.nutrition(of: typedAmount) else { return nil }
    let many: Double = unit == .grams ? 100 : 1
    let each = food.nutrition(of: PortionForm.amount(many, unit))?.scaled(by: 1 / many)
    func live(_ value: Double, _ one: Double?, _ tag: HTML, _ marks: HTML, _ text: String) -> HTML {
      guard let one else { return "<\(tag)\(marks)>\(text)</\(tag)>" }
      return "<\(tag)\(marks) data-of=\"amount\" data-each=\"\(JSON(one).text)\">\(text)</\(tag)>"
    }
    let macros: [(String, Double?, Double?)] = [
      ("protein", portion.proteinG, each?.proteinG), ("carbs", portion.carbsG, each?.carbsG), ("fat", portion.fatG, each?.fatG),
    ]
    let known = macros.compactMap { name, value, one -> HTML? in
      value.map { "<span>\(name) \(live($0, one, "span", " data-digits=\"1\"", Quantity.rounded($0, steps: 10))) g</span>" }
    }
    let kcal: HTML =
      portion.energyKcal.map { live($0, each?.energyKcal, "output", " class=\"big num\" for=\"amount\"", Figures.whole($0)) } ?? "?"
    return """
      <p class="between"><span>\(kcal) kcal</span><span class="small soft num row">\(known)</span></p>
      """
  }

  private var doubts: HTML? {
    food.doubts.isEmpty ? nil : "<p class=\"banner warn\">Doubtful: \(food.doubts.map(\.sentence).joined(separator: "; "))</p>"
  }

  private var otherUnit: HTML? {
    PortionForm.units(of: food).first { $0 != unit }.map { other in
      """
      <p class="row"><a class="chip" href="\(path)&amp;unit=\(other.rawValue)" data-swap="main">\
      \(other == .grams ? "Enter grams instead" : "Enter servings instead")</a></p>
      """
    }
  }
}

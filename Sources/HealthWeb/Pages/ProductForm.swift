import HealthDesk
import HealthModel
import Products

/// The form that logs a portion of a product.
struct ProductForm: Sendable {
  let product: Product
  /// The unit of the amount field.
  let unit: TypedMeal.Unit
  /// The page's path without the query that selects the unit.
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
      \(session.entry(id: id))<input type="hidden" name="code" value="\(product.gtin.description)">\
      <input type="hidden" name="title" value="\(product.name)"><input type="hidden" name="unit" value="\(unit.rawValue)">\(scan)\
      <div><h2 class="title name" dir="auto">\(product.name)</h2><p class="soft name" dir="auto">\(ProductForm.about(product))</p></div>\
      \(doubts)<div><label for="amount" class="small"><strong>\(unitWords)</strong></label><div class="stepper">\
      <button type="button" data-step="-1" data-script hidden aria-controls="amount" aria-label="Less">−</button>\
      <input id="amount" name="amount" type="number" inputmode="decimal" min="0" step="\(step)" value="\(amount)"\(fields.marks(.amount))>\
      <button type="button" data-step="1" data-script hidden aria-controls="amount" aria-label="More">+</button></div>\
      \(fields.wrong(.amount))</div>\(energy)\(fields.slots)<button class="button" data-busy="Logging...">Log Food</button></form>\(otherUnit)\
      \(product.isFromOpenFoodFacts ? .openFoodFacts : nil)
      """
  }

  /// `Haferlund · 432 kcal per 100 g`.
  static func about(_ product: Product) -> String {
    let energy = product.per100g?.energyKcal.map { "\(Figures.whole($0)) kcal per 100 g" }
    return [product.brand, product.quantity, energy].compactMap(\.self).joined(separator: " · ")
  }

  /// The units in which portions of a product can be computed; the usual one first.
  static func units(of product: Product) -> [TypedMeal.Unit] {
    let usual: TypedMeal.Unit = product.usualAmount.servings == nil ? .grams : .servings
    return [usual, usual == .grams ? .servings : .grams].filter { (try? product.portion(amount(1, $0))) != nil }
  }

  private static func amount(_ number: Double, _ unit: TypedMeal.Unit) -> Amount {
    unit == .grams ? Amount(grams: number) : Amount(servings: number)
  }

  private var usual: Double { unit == .servings ? 1 : product.usualAmount.grams ?? product.servingG ?? 100 }

  private var amount: String { fields.typed[.amount].isEmpty ? JSON(usual).text : fields.typed[.amount] }

  private var step: String { unit == .grams ? "5" : "0.5" }

  private var unitWords: String {
    guard unit == .servings else { return "Grams, or millilitres of a drink" }
    let size = product.servingText.map { "Servings of \($0)" } ?? product.servingG.map { "Servings of \(Quantity.grams($0))" }
    return size ?? "Servings"
  }

  private var energy: HTML? {
    guard let portion = try? product.portion(ProductForm.amount(TypedNumber(amount)?.value ?? usual, unit)) else { return nil }
    let macros: HTML = "<span class=\"small soft num\">\(Quantity.macros(portion.nutrition))</span>"
    guard let each = try? product.portion(ProductForm.amount(unit == .grams ? 100 : 1, unit)).nutrition.energyKcal else {
      return "<p class=\"between\"><span>? kcal</span>\(macros)</p>"
    }
    let one = unit == .grams ? each / 100 : each
    return """
      <p class="between"><span><output class="big num" for="amount" data-of="amount" data-each="\(JSON(one).text)">\
      \(Figures.whole(portion.nutrition.energyKcal))</output> kcal</span>\(macros)</p>
      """
  }

  private var doubts: HTML? {
    product.doubts.isEmpty ? nil : "<p class=\"banner warn\">Doubtful: \(product.doubts.map(\.sentence).joined(separator: "; "))</p>"
  }

  private var otherUnit: HTML? {
    ProductForm.units(of: product).first { $0 != unit }.map { other in
      """
      <p class="row"><a class="chip" href="\(path)&amp;unit=\(other.rawValue)" data-swap="main">\
      \(other == .grams ? "Enter grams instead" : "Enter servings instead")</a></p>
      """
    }
  }
}

import HealthModel

/// The forms that log a meal or change one.
struct MealForm: Sendable {
  let session: PageSession
  let now: Moment
  /// What was typed, shown again after a refusal.
  var typed: Form?

  /// Without a product.
  var byHand: HTML {
    """
    <section><h2 id="by-hand">Log by hand</h2><form class="card stack" method="post" action="/food/log" data-swap="main" \
    data-offline="name" data-label="Log" aria-labelledby="by-hand">\(session.field)\(MealForm.entry(now))\(fields(nil))\
    <button class="button" data-busy="Logging...">Log Food</button></form></section>
    """
  }

  /// What there is to change of a meal, or to say of a new one.
  func fields(_ meal: Meal?) -> HTML {
    let unit = meal?.amount.servings == nil && meal?.amount.grams != nil ? "grams" : "servings"
    let amount = meal.map { unit == "grams" ? $0.amount.grams : $0.amount.servings } ?? nil
    let units = ["servings", "grams"].map { word -> HTML in
      let mark: HTML = (typed?["unit"] ?? unit) == word ? " selected" : ""
      return "<option\(mark)>\(word)</option>"
    }
    let slots = MealSlot.allCases.map { slot -> HTML in
      let mark: HTML = slot.rawValue == (typed?["slot"] ?? (meal?.slot ?? MealSlot(usualAt: now)).rawValue) ? " selected" : ""
      return "<option value=\"\(slot.rawValue)\"\(mark)>\(slot.rawValue)</option>"
    }
    let nutrition = meal?.nutrition
    return """
      <label class="field"><span>What you ate</span><input name="name" value="\(typed?["name"] ?? meal?.name ?? "")" required maxlength="200" \
      autocomplete="off" dir="auto"></label>\(number("kcal", "Energy in kcal", nutrition?.energyKcal, most: 9999))\
      <div class="between">\(number("amount", "Amount", amount ?? (meal == nil ? 1 : nil), most: 100_000))<label class="field"><span>Unit</span>\
      <select name="unit">\(units)</select></label></div>\
      <details><summary>Protein, carbs, fat</summary>\(number("protein", "Protein in g", nutrition?.proteinG, most: 10_000))\
      \(number("carbs", "Carbs in g", nutrition?.carbsG, most: 10_000))\(number("fat", "Fat in g", nutrition?.fatG, most: 10_000))</details>\
      <label class="field"><span>Meal</span><select name="slot">\(slots)</select></label>\
      <label class="field"><span>Note</span><input name="note" value="\(typed?["note"] ?? meal?.note ?? "")" maxlength="500" autocomplete="off" \
      dir="auto"></label>
      """
  }

  private func number(_ name: String, _ label: String, _ value: Double?, most: Int) -> HTML {
    let text = typed?[name] ?? value.map { Figures.decimal($0, 100) } ?? ""
    return """
      <label class="field grow"><span>\(label)</span><input name="\(name)" type="number" inputmode="decimal" min="0" max="\(most)" step="any" \
      value="\(text)"></label>
      """
  }

  /// The hidden fields of an entry. The script puts its own values in.
  static func entry(_ now: Moment) -> HTML {
    "<input type=\"hidden\" name=\"id\" value=\"\(RecordID.make(atMs: now.ms))\"><input type=\"hidden\" name=\"at_ms\">"
  }
}

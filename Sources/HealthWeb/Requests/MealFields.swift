import HealthDesk
import HealthModel

/// What a form says of a meal, each value within its bounds.
struct MealFields: Sendable {
  let name: String
  let amount: Amount?
  let nutrition: Nutrition
  let slot: MealSlot?
  let note: String?

  /// A value that can't be taken, as a sentence.
  struct Wrong: Error {
    let reason: String
  }

  /// Reads them.
  ///
  /// - Throws: `Wrong`.
  init(_ form: Form) throws(Wrong) {
    name = String((form["name"] ?? "").onOneLine.prefix(200)).trimmingBlanks
    guard !name.isEmpty else { throw Wrong(reason: "say what you ate") }
    let amount = try MealFields.number(form["amount"], "the amount", most: 100_000)
    if let amount, amount == 0 { throw Wrong(reason: "the amount must be above 0") }
    self.amount = amount.map { form["unit"] == "grams" ? Amount(grams: $0) : Amount(servings: $0) }
    nutrition = Nutrition(
      energyKcal: try MealFields.number(form["kcal"], "the energy", most: 9999),
      proteinG: try MealFields.number(form["protein"], "the protein", most: 10_000),
      carbsG: try MealFields.number(form["carbs"], "the carbs", most: 10_000),
      fatG: try MealFields.number(form["fat"], "the fat", most: 10_000))
    slot = form["slot"].flatMap(MealSlot.init)
    let words = String((form["note"] ?? "").prefix(500)).trimmingBlanks
    note = words.isEmpty ? nil : words
  }

  private static func number(_ text: String?, _ what: String, most: Double) throws(Wrong) -> Double? {
    let text = (text ?? "").trimmingBlanks.replacing(",", with: ".")
    if text.isEmpty { return nil }
    guard let value = Double(text), value.isFinite, value >= 0, value <= most else {
      throw Wrong(reason: "\(what) must be a number from 0 to \(Figures.whole(most))")
    }
    return value
  }
}

extension String {
  /// Without white space at its ends.
  fileprivate var trimmingBlanks: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

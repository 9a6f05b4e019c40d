import HealthModel
import Products

extension Meal {
  /// An entry of a product as it was wished for, its nutrition frozen with where it came from.
  ///
  /// - Throws: `PortionError` when the amount can't be computed, `CommandError` when nobody eats that much.
  init(_ wish: MealWish, of product: Product, now: Moment) throws {
    let portion = try product.portion(wish.amount ?? product.usualAmount)
    self.init(
      id: RecordID.make(atMs: now.ms), eatenAt: wish.eatenAt, slot: wish.slot ?? MealSlot(usualAt: wish.eatenAt), name: product.name,
      brand: product.brand, gtin: product.gtin, amount: portion.amount, nutrition: portion.nutrition,
      provenance: Provenance(source: product.source, revision: product.revision, basis: portion.basis, doubts: product.doubts),
      note: wish.note, createdAtMs: now.ms)
    self = try checked()
  }

  /// An entry of what a person says that it is; one serving unless the wish says how much.
  init(byHand name: String, brand: String? = nil, nutrition: Nutrition, wish: MealWish, now: Moment) {
    self.init(
      id: RecordID.make(atMs: now.ms), eatenAt: wish.eatenAt, slot: wish.slot ?? MealSlot(usualAt: wish.eatenAt), name: name, brand: brand,
      amount: wish.amount ?? Amount(servings: 1), nutrition: nutrition, provenance: .manual, note: wish.note, createdAtMs: now.ms)
  }

  /// The last characters of the id, enough to name the entry on the command line.
  var shortID: String { String(id.suffix(6)) }

  /// `logged Oat Crunch, 1 serving (40 g), 148 kcal, as lunch [a1b2c3]`.
  var loggedLine: String {
    let parts = [name, Quantity.amount(amount), Quantity.energy(nutrition.energyKcal)].filter { !$0.isEmpty }
    return "logged \(parts.joined(separator: ", ")), as \(slot.rawValue) [\(shortID)]"
  }

  /// Refuses an energy that no meal has: it is 0–9999 kcal. Water has none.
  func checked() throws(CommandError) -> Meal {
    guard let kcal = nutrition.energyKcal else { return self }
    guard 0...9999 ~= kcal else {
      throw CommandError(.badData, "Calories must be 0-9999", hint: "this entry would have \(Quantity.energy(kcal))")
    }
    return self
  }
}

extension Product {
  /// Whether its data are under Open Food Facts' licence.
  var isFromOpenFoodFacts: Bool { source.hasPrefix(OpenFoodFacts.sourceName) }
}

extension CommandError {
  /// No source knows the number.
  static func unknownProduct(_ code: String) -> CommandError {
    CommandError(.no, "no product is known for \(code)", hint: "log it by hand: hsync log --name NAME --kcal N", lookup: .answered(404))
  }

  /// The number is a shop's own, and the product file doesn't have it.
  static func inStore(_ code: String) -> CommandError {
    CommandError(
      .no, "\(code) is an in-store code: only the shop knows its product", hint: "log it by hand: hsync log --name NAME --kcal N")
  }

  /// It couldn't be looked up now and waits for the next try.
  static func kept(_ code: String, _ trouble: LookupTrouble, willBeLogged: Bool = false) -> CommandError {
    CommandError(
      trouble.kind, "\(code) could not be looked up: \(trouble.sentence); kept for later",
      hint: willBeLogged ? "look it up and log it then: hsync pending resolve" : "try again: hsync pending resolve",
      lookup: trouble.httpStatus.map { .answered($0) } ?? .unanswered)
  }
}

/// Whose data is shown, as its licence asks.
enum Attribution {
  static let openFoodFacts = "Product data © Open Food Facts contributors, ODbL 1.0: https://openfoodfacts.org"
}

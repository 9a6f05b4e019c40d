import HealthModel
import Products

extension Meal {
  /// Creates an entry of a product as requested, with its nutrition and the source of it stored in the entry.
  ///
  /// - Throws: `portion` when the amount can't be computed, `energy` when it is more than a meal can have.
  package init(_ wish: MealWish, of product: Product, now: Moment) throws(FoodError) {
    let portion: Portion
    do throws(PortionError) { portion = try product.portion(wish.amount ?? product.usualAmount) } catch { throw .portion(error) }
    self.init(
      id: wish.id ?? RecordID.make(atMs: now.ms), eatenAt: wish.eatenAt, slot: wish.slot ?? MealSlot(usualAt: wish.eatenAt),
      name: product.name,
      brand: product.brand, gtin: product.gtin, amount: portion.amount, nutrition: portion.nutrition,
      provenance: Provenance(source: product.source, revision: product.revision, basis: portion.basis, doubts: product.doubts),
      note: wish.note, createdAtMs: now.ms)
    self = try checked()
  }

  /// Creates an entry with the user's own values for the whole amount; one serving unless `wish` has an amount.
  ///
  /// - Parameter gtin: The number on the package; `nil` = none.
  package init(byHand name: String, brand: String? = nil, gtin: GTIN? = nil, nutrition: Nutrition, wish: MealWish, now: Moment) {
    self.init(
      id: wish.id ?? RecordID.make(atMs: now.ms), eatenAt: wish.eatenAt, slot: wish.slot ?? MealSlot(usualAt: wish.eatenAt), name: name,
      brand: brand, gtin: gtin, amount: wish.amount ?? Amount(servings: 1), nutrition: nutrition,
      provenance: .byHand(nutrition, of: wish.amount), note: wish.note,
      createdAtMs: now.ms)
  }

  /// A new entry of the same food. Another amount scales the frozen nutrition, grams by grams and servings by servings.
  ///
  /// - Throws: `portion` when the amount is in the other unit than this entry's.
  package func again(_ wish: MealWish, now: Moment) throws(FoodError) -> Meal {
    var meal = self
    meal.id = wish.id ?? RecordID.make(atMs: now.ms)
    meal.eatenAt = wish.eatenAt
    meal.slot = wish.slot ?? MealSlot(usualAt: wish.eatenAt)
    meal.note = wish.note
    meal.createdAtMs = now.ms
    if let amount = wish.amount { try meal.change(amount: amount) }
    return meal
  }

  /// Changes the amount and scales the nutrition with it.
  ///
  /// - Throws: `portion` when the amount is in the other unit than this entry's.
  package mutating func change(amount new: Amount) throws(FoodError) {
    let factor: Double
    if let grams = new.grams, let old = amount.grams, old > 0 {
      factor = grams / old
    } else if let servings = new.servings, let old = amount.servings, old > 0 {
      factor = servings / old
    } else {
      throw .portion(.servingSizeUnknown(product: name))
    }
    nutrition = nutrition.scaled(by: factor)
    amount = Amount(
      servings: new.servings ?? amount.servings.map { ($0 * factor * 100).rounded() / 100 },
      grams: new.grams ?? amount.grams.map { ($0 * factor * 10).rounded() / 10 })
  }

  /// The entry itself if its energy is unknown or 0–9999 kcal.
  ///
  /// - Throws: `energy` otherwise.
  package func checked() throws(FoodError) -> Meal {
    if let kcal = nutrition.energyKcal, !(0...9999 ~= kcal) { throw .energy(kcal: kcal) }
    return self
  }
}

extension Provenance {
  /// Values of the user's own, with what is doubtful about them.
  ///
  /// - Parameter amount: What they are for; `nil` = one serving of unknown weight.
  static func byHand(_ nutrition: Nutrition, of amount: Amount?) -> Provenance {
    var provenance = Provenance.manual
    provenance.doubts = nutrition.typedDoubts(grams: amount?.grams)
    return provenance
  }
}

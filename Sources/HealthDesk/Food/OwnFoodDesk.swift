import HealthModel
import HealthStore
import Products

/// The user's own foods: values for a barcode that win over every source, and foods without a barcode. Each call is one change, which
/// `Library.undo` takes back.
package struct OwnFoodDesk: Sendable {
  private let foods: OwnFoods

  /// The own foods of a library.
  package init(_ library: Library) { foods = OwnFoods(library) }

  /// All of them, by name.
  package func all() throws(StoreError) -> [OwnFood] { try foods.all() }

  /// The food of a whole id; `nil` = there is none.
  package func food(id: String) throws(StoreError) -> OwnFood? { try foods.food(id: id) }

  /// The food of a number, of a name (whatever its case), of an id, or of the end of one.
  ///
  /// - Throws: `OwnFoodError` when there is none, or several; `StoreError`.
  package func food(_ text: String) throws -> OwnFood {
    let all = try foods.all()
    let numbers = Set(GTIN.readings(of: text))
    if let food = all.first(where: { food in food.id == text || food.gtin.map(numbers.contains) ?? false }) { return food }
    let name = text.lowercased()
    var found = all.filter { $0.name.lowercased() == name }
    if found.isEmpty, name.count >= 4 { found = all.filter { $0.id.lowercased().hasSuffix(name) } }
    guard let food = found.first else { throw OwnFoodError.unknown(text) }
    guard found.count == 1 else { throw OwnFoodError.several(text, ids: found.map(\.id)) }
    return food
  }

  /// Keeps the user's values for a barcode. Figures that aren't given are those of the product as `finder` finds it; they are kept as
  /// well, so that the food stays the same whatever becomes of its source.
  ///
  /// - Throws: `OwnFoodError`, the error of a source that can't be used, `StoreError`.
  package func override(_ barcode: TypedBarcode, _ values: OwnFoodValues, finder: FoodFinder) async throws -> OwnFood {
    let now = finder.clock.now
    for gtin in barcode.readings {
      if let food = try foods.edit(gtin.description, title: OwnFoodDesk.title("changed", barcode), at: now, { try values.applied(to: $0) })
      {
        return food
      }
    }
    let finding = try await finder.finding(of: barcode)
    let base: OwnFood
    if let product = finding.product {
      base = OwnFood(product, for: values, nowMs: now.ms)
    } else if let name = values.name, values.isWhole {
      base = OwnFood(id: "", gtin: finding.gtin, name: name, nutrition: Nutrition(), createdAtMs: now.ms)
    } else if case .pending(_, _, let reason, _) = finding.failure {
      throw OwnFoodError.notLookedUp(code: barcode.text, reason: reason)
    } else {
      throw OwnFoodError.notKnown(code: barcode.text)
    }
    let food = try values.applied(to: base)
    try foods.put(food, title: "kept your values for \(food.name)", at: now)
    return food
  }

  private static func title(_ verb: String, _ barcode: TypedBarcode) -> String { "\(verb) your values for \(barcode.text)" }

  /// Removes the user's values for a barcode.
  ///
  /// - Returns: The food as it was.
  /// - Throws: `OwnFoodError.unknown` when there are none; `StoreError`.
  package func removeOverride(_ barcode: TypedBarcode, at now: Moment) throws -> OwnFood {
    for gtin in barcode.readings {
      if let food = try foods.delete(gtin.description, title: OwnFoodDesk.title("removed", barcode), at: now) { return food }
    }
    throw OwnFoodError.unknown(barcode.text)
  }

  /// Adds a food of a barcode, whatever the sources have for it.
  ///
  /// - Throws: `OwnFoodError`, `StoreError`.
  package func add(_ barcode: TypedBarcode, _ values: OwnFoodValues, at now: Moment) throws -> OwnFood {
    try foods.put(at: now) { all in
      if let same = all.first(where: { $0.gtin.map(barcode.readings.contains) ?? false }) { throw OwnFoodError.exists(name: same.name) }
      let empty = OwnFood(
        id: "", gtin: barcode.likeliest, name: values.name ?? barcode.text, nutrition: Nutrition(), createdAtMs: now.ms)
      let food = try values.applied(to: empty)
      return (food, "added \(food.name)")
    }
  }

  /// Adds a food that has no barcode.
  ///
  /// - Throws: `OwnFoodError`, `StoreError`.
  package func add(_ name: String, _ values: OwnFoodValues, at now: Moment) throws -> OwnFood {
    try foods.put(at: now) { all in
      if let same = OwnFoodDesk.food(named: name, among: all) { throw OwnFoodError.exists(name: same.name) }
      let empty = OwnFood(id: RecordID.make(atMs: now.ms), name: name, nutrition: Nutrition(), createdAtMs: now.ms)
      let food = try values.applied(to: empty)
      return (food, "added \(food.name)")
    }
  }

  /// The food without a barcode that has a name, in any case.
  private static func food(named name: String, among all: [OwnFood]) -> OwnFood? {
    all.first { $0.gtin == nil && $0.name.lowercased() == name.lowercased() }
  }

  /// Makes a food of other foods. A recipe of the same name is replaced.
  ///
  /// - Parameters:
  ///   - parts: At least one, each with its grams.
  ///   - totalG: The weight of the finished food; `nil` = the sum of its parts.
  ///   - servingG: Grams of a serving; `nil` = not known.
  /// - Throws: `OwnFoodError`; `FoodError` of a part that can't be weighed; `StoreError`.
  package func cook(
    _ name: String, of parts: [(food: LoggableFood, grams: Double)], totalG: Double?, servingG: Double?, at now: Moment
  ) throws -> OwnFood {
    try foods.put(at: now) { all in
      let same = OwnFoodDesk.food(named: name, among: all)
      if let same, same.parts.isEmpty { throw OwnFoodError.exists(name: same.name) }
      let nutrition = try Recipe(parts, totalG: totalG, now: now).per100g
      let empty = OwnFood(
        id: same?.id ?? RecordID.make(atMs: now.ms), name: name, nutrition: Nutrition(),
        parts: parts.map { RecipePart(name: $0.food.name, gtin: $0.food.gtin, grams: $0.grams) }, createdAtMs: same?.createdAtMs ?? now.ms)
      let food = try OwnFoodValues(servingG: servingG, nutrition: nutrition).applied(to: empty)
      return (food, "kept the recipe of \(food.name)")
    }
  }

  /// Changes an own food. The nutrition that isn't given stays; it is converted when the basis changes and the serving's weight is known.
  ///
  /// - Parameter text: As in `food`.
  /// - Throws: `OwnFoodError`, `StoreError`.
  package func edit(_ text: String, _ values: OwnFoodValues, at now: Moment) throws -> OwnFood {
    let old = try food(text)
    guard let food = try foods.edit(old.id, title: "edited \(old.name)", at: now, { try values.applied(to: $0) }) else {
      throw OwnFoodError.unknown(text)
    }
    return food
  }

  /// Deletes an own food.
  ///
  /// - Parameter text: As in `food`.
  /// - Returns: The food as it was.
  /// - Throws: `OwnFoodError`, `StoreError`.
  package func delete(_ text: String, at now: Moment) throws -> OwnFood {
    let old = try food(text)
    guard let food = try foods.delete(old.id, title: "deleted \(old.name)", at: now) else { throw OwnFoodError.unknown(text) }
    return food
  }
}

extension OwnFood {
  /// The values of a product as a source has them, to be changed. On the basis that the user's values have if the source has it as well, else on
  /// the source's own, from which `OwnFoodValues.applied` converts them.
  fileprivate init(_ product: Product, for values: OwnFoodValues, nowMs: Int64) {
    let per100g = product.per100g.flatMap { $0.isEmpty ? nil : $0 }
    // Values of a serving of another weight aren't those of the user's.
    let isOther = values.servingG.map { $0 != product.servingG && product.servingG != nil } ?? false
    let perServing = product.perServing.flatMap { $0.isEmpty || (isOther && per100g != nil) ? nil : $0 }
    let isPerServing = perServing != nil && (per100g == nil || values.isPerServing == true)
    self.init(
      id: "", gtin: product.gtin, name: product.name, brand: product.brand, quantity: product.quantity, servingText: product.servingText,
      servingG: product.servingG, isPerServing: isPerServing, nutrition: (isPerServing ? perServing : per100g) ?? Nutrition(),
      createdAtMs: nowMs)
  }
}

/// The nutrition in a product object of Open Food Facts, in the shape of all versions of its schema: flat `nutriments` up to 1002, since 1003
/// `nutrition.aggregated_set`.
package struct OpenFoodFactsNutrition: Sendable, Hashable {
  /// Per 100 g or 100 ml. Empty when there is none.
  package private(set) var per100g = GivenNutrition()
  /// Per serving. Empty when there is none.
  package private(set) var perServing = GivenNutrition()
  /// Whether the values are those of the prepared product: they are used only when there are no others.
  package private(set) var isPrepared = false

  /// Nutrition with everything given.
  package init(per100g: GivenNutrition, perServing: GivenNutrition = GivenNutrition(), isPrepared: Bool = false) {
    self.per100g = per100g
    self.perServing = perServing
    self.isPrepared = isPrepared
  }

  /// Reads a product object.
  package init(product: JSON) {
    // A product marked as having no nutrition on its label has leftovers at most.
    if Self.isTrue(product["no_nutrition_data"]) { return }
    let kind = FoodKind(tags: product["categories_tags"])
    for state in ["", "_prepared"] {
      let entered = product["nutrition_data\(state)_per"].string
      per100g = Self.flat(product["nutriments"], state, "_100g", isEntered: entered == "100g", kind)
      perServing = Self.flat(product["nutriments"], state, "_serving", isEntered: entered == "serving", kind)
      isPrepared = !state.isEmpty
      if !per100g.isEmpty || !perServing.isEmpty { return }
    }
    takeAggregated(product["nutrition"]["aggregated_set"], kind)
  }

  /// The same of a food that is also of this kind.
  package func of(_ kind: FoodKind) -> OpenFoodFactsNutrition {
    var nutrition = self
    nutrition.per100g.kind.formUnion(kind)
    nutrition.perServing.kind.formUnion(kind)
    return nutrition
  }

  private mutating func takeAggregated(_ set: JSON, _ kind: FoodKind) {
    let isPerServing = set["per"].string == "serving"
    let values = Self.aggregated(set["nutrients"], isPerServing: isPerServing, kind)
    if isPerServing { perServing = values } else { per100g = values }
    isPrepared = !values.isEmpty && set["preparation"].string == "prepared"
  }

  /// Names in both shapes. Salt comes from sodium when it isn't there itself (salt = sodium × 2.5, EU 1169/2011, annex I).
  private static let names: [(id: String, path: WritableKeyPath<Nutrition, Double?> & Sendable)] = [
    ("energy-kcal", \.energyKcal), ("proteins", \.proteinG), ("carbohydrates", \.carbsG), ("fat", \.fatG), ("sugars", \.sugarsG),
    ("saturated-fat", \.saturatedFatG), ("fiber", \.fiberG), ("salt", \.saltG),
  ]

  /// Reads the values of one basis.
  ///
  /// - Parameters:
  ///   - state: Empty for the product as sold, `_prepared` for the prepared one.
  ///   - basis: `_100g` or `_serving`.
  ///   - isEntered: Whether values whose names have no basis are of this one, as `nutrition_data_per` says. Others of them are of an unknown amount.
  private static func flat(_ nutriments: JSON, _ state: String, _ basis: String, isEntered: Bool, _ kind: FoodKind) -> GivenNutrition {
    func value(_ id: String) -> Double? {
      number(nutriments[id + state + basis]) ?? (isEntered ? number(nutriments[id + state]) : nil)
    }
    var given = GivenNutrition(kind: kind)
    for (id, path) in names { given.values[keyPath: path] = value(id) }
    if given.values.saltG == nil { given.values.saltG = value("sodium").map { $0 * 2.5 } }
    // Without a unit of its own in the name, `energy` is in kJ in these fields whatever `energy_unit` says.
    given.energyKj = value("energy-kj") ?? value("energy")
    let isInGrams = nutriments["alcohol_unit"].string?.lowercased() == "g"
    given.others = EnergyNutrients(
      alcoholMl: value("alcohol").map { isInGrams ? $0 / EnergyNutrients.alcoholDensity : $0 }, polyolsG: value("polyols"),
      erythritolG: value("erythritol"), organicAcidsG: value("organic-acids"))
    return given
  }

  private static func aggregated(_ nutrients: JSON, isPerServing: Bool, _ kind: FoodKind) -> GivenNutrition {
    func grams(_ id: String) -> Double? {
      guard let value = amount(nutrients[id]) else { return nil }
      switch nutrients[id]["unit"].string?.lowercased() {
      case "mg": return value / 1000
      case "µg", "μg", "mcg", "ug": return value / 1_000_000
      case "g", "", nil: return value
      default: return nil
      }
    }
    func energy(_ id: String, in unit: String, otherwise: String) -> Double? {
      (nutrients[id]["unit"].string?.lowercased() ?? otherwise) == unit ? amount(nutrients[id]) : nil
    }
    func isEstimate(_ id: String) -> Bool { nutrients[id]["source"].string == "estimate" && amount(nutrients[id]) != nil }
    var given = GivenNutrition(kind: kind)
    for (id, path) in names.dropFirst() { given.values[keyPath: path] = grams(id) }
    if given.values.saltG == nil { given.values.saltG = grams("sodium").map { $0 * 2.5 } }
    given.values.energyKcal = energy("energy-kcal", in: "kcal", otherwise: "kcal") ?? energy("energy", in: "kcal", otherwise: "kj")
    given.energyKj = energy("energy-kj", in: "kj", otherwise: "kj") ?? energy("energy", in: "kj", otherwise: "kj")
    // A percentage by volume is in millilitres of 100 ml, and of no other amount.
    let isByVolume = nutrients["alcohol"]["unit"].string.map { ["% vol", "%", "% vol.", "%vol"].contains($0.lowercased()) } ?? true
    let alcoholMl =
      isByVolume ? (isPerServing ? nil : amount(nutrients["alcohol"])) : grams("alcohol").map { $0 / EnergyNutrients.alcoholDensity }
    given.others = EnergyNutrients(
      alcoholMl: alcoholMl, polyolsG: grams("polyols"), erythritolG: grams("erythritol"), organicAcidsG: grams("organic-acids"))
    if ["energy-kcal", "energy-kj", "energy"].contains(where: isEstimate) { given.estimates.insert(.energy) }
    let ids = names.dropFirst().map(\.id) + ["sodium", "alcohol", "polyols", "erythritol", "organic-acids"]
    if ids.contains(where: isEstimate) { given.estimates.insert(.nutrients) }
    return given
  }

  private static func amount(_ nutrient: JSON) -> Double? { number(nutrient["value"]) ?? number(nutrient["value_computed"]) }

  /// A number however it is written. `nil` for an empty text, null and what isn't there.
  package static func number(_ json: JSON) -> Double? {
    if let text = json.string { return ForeignText.number(text) }
    return json.double.flatMap { $0.isFinite ? $0 : nil }
  }

  /// `on`, `true`, `1` in any spelling that was seen.
  package static func isTrue(_ json: JSON) -> Bool {
    json.bool ?? (["on", "true", "1"].contains(json.string ?? "") || json.double == 1)
  }
}

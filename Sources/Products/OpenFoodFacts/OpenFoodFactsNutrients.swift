import HealthModel

/// The nutrition of a product of Open Food Facts, in the shape of all versions of its schema: flat `nutriments` up to 1002, since 1003
/// `nutrition.aggregated_set`.
struct OpenFoodFactsNutrients {
  /// Per 100 g or 100 ml, checked. `nil` when there is none.
  private(set) var per100g: Nutrition?
  /// Per serving, checked. `nil` when there is none.
  private(set) var perServing: Nutrition?
  /// Doubts about both.
  private(set) var doubts: [Doubt] = []

  /// Reads a product object. Values of the prepared product are used only when there are no others, and then marked as
  /// such.
  ///
  /// - Parameter servingG: Grams of a serving, for the checks. `nil` when not known.
  init(product: JSON, servingG: Double?) {
    // A product marked as having no nutrition on its label has leftovers at most.
    if OpenFoodFactsNutrients.isTrue(product["no_nutrition_data"]) { return }
    let flat = product["nutriments"]
    let asSold = (Self.flatReading(flat, "_100g"), Self.flatReading(flat, "_serving"))
    let prepared = (Self.flatReading(flat, "_prepared_100g"), Self.flatReading(flat, "_prepared_serving"))
    if !asSold.0.isEmpty || !asSold.1.isEmpty {
      take(asSold.0, asSold.1, servingG)
    } else if !prepared.0.isEmpty || !prepared.1.isEmpty {
      take(prepared.0, prepared.1, servingG)
      doubts.append(.preparedOnly)
    } else {
      takeAggregated(product["nutrition"]["aggregated_set"], servingG)
    }
  }

  private mutating func take(_ hundred: NutritionReading, _ serving: NutritionReading, _ servingG: Double?) {
    if let (nutrition, found) = hundred.finished(.per100g) {
      per100g = nutrition
      doubts += found
    }
    if let (nutrition, found) = serving.finished(.perServing(grams: servingG)) {
      perServing = nutrition
      // Beside values per 100 g the serving's are those, scaled: their doubts are known already.
      if per100g == nil { doubts += found }
    }
  }

  private mutating func takeAggregated(_ set: JSON, _ servingG: Double?) {
    let reading = Self.aggregatedReading(set["nutrients"])
    guard !reading.isEmpty else { return }
    if set["per"].string == "serving" {
      take(NutritionReading(), reading, servingG)
    } else {
      take(reading, NutritionReading(), servingG)
    }
    if set["preparation"].string == "prepared" { doubts.append(.preparedOnly) }
  }

  /// Names in both shapes. Salt comes from sodium when it isn't there itself (salt = sodium × 2.5, EU 1169/2011, annex I).
  private static let names: [(id: String, path: WritableKeyPath<Nutrition, Double?> & Sendable)] = [
    ("energy-kcal", \.energyKcal), ("proteins", \.proteinG), ("carbohydrates", \.carbsG), ("fat", \.fatG), ("sugars", \.sugarsG),
    ("saturated-fat", \.saturatedFatG), ("fiber", \.fiberG), ("salt", \.saltG),
  ]

  private static func flatReading(_ nutriments: JSON, _ suffix: String) -> NutritionReading {
    var reading = NutritionReading()
    for (id, path) in names { reading.values[keyPath: path] = number(nutriments[id + suffix]) }
    if reading.values.saltG == nil { reading.values.saltG = number(nutriments["sodium" + suffix]).map { $0 * 2.5 } }
    // Without a unit of its own in the name, `energy` is in kJ in these fields whatever `energy_unit` says.
    reading.energyKj = number(nutriments["energy-kj" + suffix]) ?? number(nutriments["energy" + suffix])
    return reading
  }

  private static func aggregatedReading(_ nutrients: JSON) -> NutritionReading {
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
    var reading = NutritionReading()
    for (id, path) in names.dropFirst() { reading.values[keyPath: path] = grams(id) }
    if reading.values.saltG == nil { reading.values.saltG = grams("sodium").map { $0 * 2.5 } }
    reading.values.energyKcal = energy("energy-kcal", in: "kcal", otherwise: "kcal") ?? energy("energy", in: "kcal", otherwise: "kj")
    reading.energyKj = energy("energy-kj", in: "kj", otherwise: "kj") ?? energy("energy", in: "kj", otherwise: "kj")
    return reading
  }

  private static func amount(_ nutrient: JSON) -> Double? { number(nutrient["value"]) ?? number(nutrient["value_computed"]) }

  /// A number however it is written. `nil` for an empty text, null and what isn't there.
  static func number(_ json: JSON) -> Double? {
    if let text = json.string { return ForeignText.number(text) }
    return json.double.flatMap { $0.isFinite ? $0 : nil }
  }

  /// `on`, `true`, `1` in any spelling that was seen.
  private static func isTrue(_ json: JSON) -> Bool {
    json.bool ?? (["on", "true", "1"].contains(json.string ?? "") || json.double == 1)
  }
}

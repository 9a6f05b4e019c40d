import HealthModel

extension Product {
  /// A product of Open Food Facts with its values checked, from its API or from its dump; or of a source whose foods have the same values.
  package init(_ given: OpenFoodFactsProduct, gtin: GTIN, imageURL: String? = nil, source: String = OpenFoodFacts.sourceName) {
    // The serving size that Open Food Facts computes from the text is often wrong.
    let servingG = given.servingText.flatMap(ServingText.grams) ?? given.servingG
    let nutrition = given.nutrition.of(given.name.map { FoodKind(name: $0) } ?? [])
    let hundred = nutrition.per100g.checked(.per100g)
    let serving = nutrition.perServing.checked(.perServing(grams: servingG))
    // Beside values per 100 g the serving's are those, scaled: their doubts are known already.
    let doubts = (hundred ?? serving)?.doubts ?? []
    self.init(
      gtin: gtin, name: given.name ?? gtin.description, brand: given.brand, quantity: given.quantity, servingText: given.servingText,
      servingG: servingG, per100g: hundred?.nutrition, perServing: serving?.nutrition, imageURL: imageURL, source: source,
      revision: given.revision,
      doubts: doubts + (nutrition.isPrepared ? [.preparedOnly] : []) + NutritionChecks.doubts(about: gtin),
      given: hundred == nil ? nil : nutrition.per100g)
  }
}

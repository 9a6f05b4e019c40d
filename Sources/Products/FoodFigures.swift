import HealthModel

/// The values of a food from which those of an eaten amount are computed.
package struct FoodFigures: Sendable, Hashable {
  /// The food's name, for errors.
  package let name: String
  /// Grams (millilitres of a drink) of a serving, above 0. `nil` when not known.
  package let servingG: Double?
  /// Amounts per 100 g (100 ml of a drink). `nil` when not known.
  package let per100g: Nutrition?
  /// Amounts per serving. `nil` when not known.
  package let perServing: Nutrition?

  /// Values with everything given.
  package init(name: String, servingG: Double?, per100g: Nutrition?, perServing: Nutrition?) {
    (self.name, self.servingG, self.per100g, self.perServing) = (name, servingG, per100g, perServing)
  }

  /// The default amount: a serving if its size or its values are known, else 100 g.
  package var usualAmount: Amount { servingG != nil || perServing != nil ? Amount(servings: 1) : Amount(grams: 100) }

  /// Returns the grams and nutrition of `amount`. Grams are computed from `per100g`, servings from their weight; if
  /// only values per serving are known, from those.
  ///
  /// 1.5 servings of 40 g at 370 kcal per 100 g are 60 g and 222 kcal.
  package func portion(_ amount: Amount) throws(PortionError) -> Portion {
    let grams = amount.grams ?? servingG.flatMap { serving in amount.servings.map { $0 * serving } }
    if let per100g, !per100g.isEmpty {
      if let grams {
        let amount = Amount(servings: amount.servings, grams: grams)
        return Portion(amount: amount, nutrition: per100g.scaled(by: grams / 100), basis: .per100g)
      }
      guard perServing != nil else { throw .servingSizeUnknown(product: name) }
    }
    guard let perServing, !perServing.isEmpty else { throw .noNutrition(product: name) }
    if let servings = amount.servings {
      let amount = Amount(servings: servings, grams: grams)
      return Portion(amount: amount, nutrition: perServing.scaled(by: servings), basis: .perServing)
    }
    guard let grams, let servingG, servingG > 0 else { throw .servingSizeUnknown(product: name) }
    return Portion(amount: Amount(grams: grams), nutrition: perServing.scaled(by: grams / servingG), basis: .perServing)
  }
}

/// Nutrition as a source gives it, before any check: energy may be in kilocalories, in kilojoules, in both or missing.
package struct GivenNutrition: Sendable, Hashable {
  /// The values that are estimates of the source, not those of a label.
  package struct Estimates: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    /// The estimates with these bits.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The energy.
    package static let energy = Estimates(rawValue: 1)
    /// At least one nutrient.
    package static let nutrients = Estimates(rawValue: 2)
  }

  /// Values as the source has them; energy only if it has kilocalories.
  package var values: Nutrition
  /// The source's kilojoules, beside or instead of kilocalories.
  package var energyKj: Double?
  /// The other nutrients that give energy.
  package var others: EnergyNutrients
  /// The values that the source estimated.
  package var estimates: Estimates
  /// The kind of food, as far as it matters for nutrients that aren't given.
  package var kind: FoodKind

  /// Nutrition with these values; without any, nothing is known.
  package init(
    values: Nutrition = Nutrition(), energyKj: Double? = nil, others: EnergyNutrients = EnergyNutrients(), estimates: Estimates = [],
    kind: FoodKind = []
  ) {
    self.values = values
    self.energyKj = energyKj
    self.others = others
    self.estimates = estimates
    self.kind = kind
  }

  /// Whether no value is known. The other nutrients aren't shown, so that they don't count.
  package var isEmpty: Bool { values.isEmpty && energyKj == nil }
}

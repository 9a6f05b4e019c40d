/// Nutrition as a source gives it, before any check: energy may be in kilocalories, in kilojoules, in both or missing.
package struct GivenNutrition: Sendable, Hashable {
  /// Values as the source has them; energy only if it has kilocalories.
  package var values: Nutrition
  /// The source's kilojoules, beside or instead of kilocalories.
  package var energyKj: Double?

  /// Nutrition with these values; without any, nothing is known.
  package init(values: Nutrition = Nutrition(), energyKj: Double? = nil) {
    self.values = values
    self.energyKj = energyKj
  }

  /// Whether nothing is known.
  package var isEmpty: Bool { values.isEmpty && energyKj == nil }
}

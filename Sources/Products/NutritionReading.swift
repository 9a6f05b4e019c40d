import HealthModel

/// Nutrition put together from the names and units that sources use, energy included.
struct NutritionReading {
  /// Values as the source has them; energy only if it has kilocalories.
  var values = Nutrition()
  /// The source's kilojoules, beside or instead of kilocalories.
  var energyKj: Double?

  /// Whether there is nothing at all.
  var isEmpty: Bool { values.isEmpty && energyKj == nil }

  /// The nutrition to use and its doubts: energy is the kilocalories, else the kilojoules ÷ 4.184, else from protein, carbohydrates and
  /// fat, which is said. 2252 kJ are 538.2 kcal. `nil` when there is nothing.
  func finished(_ scope: NutritionChecks.Scope) -> (nutrition: Nutrition, doubts: [Doubt])? {
    guard !isEmpty else { return nil }
    var values = values
    var made: [Doubt] = []
    let reference = values.energyKcal == nil ? nil : energyKj
    if values.energyKcal == nil {
      if let energyKj {
        values.energyKcal = (energyKj / 4.184 * 10).rounded() / 10
      } else if let energy = NutritionChecks.energyFromMacros(values) {
        values.energyKcal = energy
        made = [.energyFromMacros]
      }
    }
    let (nutrition, doubts) = NutritionChecks.check(values, energyKj: reference, scope: scope)
    return (nutrition, doubts + made)
  }
}

import HealthModel

/// Nutrition put together from the names and units that sources use, energy included.
struct NutritionReading {
  /// Values as the source has them; energy only if it has kilocalories.
  var values = Nutrition()
  /// The source's kilojoules, beside or instead of kilocalories.
  var energyKj: Double?

  /// Whether there is nothing at all.
  var isEmpty: Bool { values.isEmpty && energyKj == nil }

  /// Returns the nutrition to use and its doubts. Energy is taken from the kilocalories, else from the kilojoules ÷
  /// 4.184, else computed from protein, carbohydrates and fat, which adds a doubt. 2252 kJ are 538.2 kcal. `nil` when
  /// there are no values.
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

import HealthModel

extension GivenNutrition {
  /// Returns the nutrition to use and its doubts. Energy is taken from the kilocalories, else from the kilojoules ÷
  /// 4.184, else computed from protein, carbohydrates and fat, which adds a doubt. 2252 kJ are 538.2 kcal. `nil` when
  /// there are no values.
  func checked(_ scope: NutritionChecks.Scope) -> (nutrition: Nutrition, doubts: [Doubt])? {
    guard !isEmpty else { return nil }
    var values = values
    var made: [Doubt] = []
    var source = NutritionChecks.EnergySource.kcal
    let reference = values.energyKcal == nil ? nil : energyKj
    if values.energyKcal == nil {
      if let energyKj {
        values.energyKcal = (energyKj / 4.184 * 10).rounded() / 10
        source = .kj(energyKj)
      } else if let energy = NutritionChecks.energyFromMacros(values) {
        values.energyKcal = energy
        source = .macros
        made = [.energyFromMacros]
      }
    }
    let (nutrition, doubts) = NutritionChecks.check(values, energyKj: reference, from: source, scope: scope)
    return (nutrition, doubts + made)
  }
}

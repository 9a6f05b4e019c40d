import HealthModel

extension GivenNutrition {
  /// Returns the nutrition to use and its doubts. Energy is taken from the kilocalories, else from the kilojoules ÷
  /// 4.184, else computed from the nutrients, which adds a doubt. 2252 kJ are 538.2 kcal. `nil` when there are no values.
  func checked(_ scope: NutritionChecks.Scope) -> (nutrition: Nutrition, doubts: [Doubt])? {
    guard !isEmpty else { return nil }
    var given = self
    var doubts: [Doubt] = []
    var source = NutritionChecks.EnergySource.kcal
    let reference = values.energyKcal == nil ? nil : energyKj
    if values.energyKcal == nil {
      if let energyKj {
        given.values.energyKcal = (energyKj / 4.184 * 10).rounded() / 10
        source = .kj(energyKj)
      } else if let expected = ExpectedEnergy(of: self), expected.isComplete {
        given.values.energyKcal = expected.known
        source = .macros
        doubts = [.energyFromMacros]
      }
    }
    if estimates.contains(.energy) || (estimates.contains(.nutrients) && doubts == [.energyFromMacros]) {
      doubts.append(.estimated)
    } else if estimates.contains(.nutrients) {
      doubts.append(.partlyEstimated)
    }
    let (nutrition, found) = NutritionChecks.check(given, energyKj: reference, from: source, scope: scope)
    return (nutrition, found + doubts)
  }
}

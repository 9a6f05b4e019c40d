import HealthModel
import Testing

@testable import Products

/// Energies and salt in the wrong unit.
@Suite struct EnergyRepairTests {
  /// 537 kcal by the rule of 4, 4 and 9.
  private static let rich = Nutrition(proteinG: 10, carbsG: 50, fatG: 33)

  private static func nutrition(_ kcal: Double?, fiber: Double? = nil, salt: Double? = nil) -> Nutrition {
    var values = rich
    (values.energyKcal, values.fiberG, values.saltG) = (kcal, fiber, salt)
    return values
  }

  @Test(
    arguments: [
      ("right", 539, nil, 539, []),
      ("kJ as kcal", 2252, nil, 538.2, [.energyKjAsKcal]),
      ("kJ as kcal, its kJ converted again", 2252, 9422, 538.2, [.energyKjAsKcal]),
      ("kJ in both", 2252, 2252, 538.2, [.energyKjAsKcal]),
      ("swapped", 2252, 539, 539, [.energySwapped]),
      ("kcal as kJ", nil, 539, 539, [.energyKcalAsKj]),
      ("kJ alone", nil, 2252, 538.2, []),
      ("100 times", 53900, nil, 539, [.energyTimes100]),
      ("alcohol", 900, nil, 900, []),
      ("polyols", 300, nil, 300, []),
      ("a mismatch that nothing explains", 539, 539, 539, [.energyMismatch]),
    ] as [(String, Double?, Double?, Double?, [Doubt])])
  func energies(id: String, kcal: Double?, kj: Double?, result: Double?, doubts: [Doubt]) {
    let checked = GivenNutrition(values: Self.nutrition(kcal), energyKj: kj).checked(.per100g)
    #expect(checked?.nutrition.energyKcal == result, "\(id)")
    #expect(checked?.doubts == doubts, "\(id)")
  }

  @Test func littleEnergyIsNotRepaired() {
    // Beer: 43 kcal, of which 16 are no alcohol.
    let beer = GivenNutrition(values: Nutrition(energyKcal: 43, proteinG: 0.5, carbsG: 3.6, fatG: 0))
    #expect(beer.checked(.per100g)?.doubts == [])
    let water = GivenNutrition(values: Nutrition(energyKcal: 4, proteinG: 0, carbsG: 1, fatG: 0))
    #expect(water.checked(.per100g)?.doubts == [])
  }

  @Test func saltInMilligramsIsConverted() {
    let checked = GivenNutrition(values: Self.nutrition(539, salt: 1200)).checked(.per100g)
    #expect(checked?.nutrition.saltG == 1.2 && checked?.doubts == [.saltTooHigh])
    let pure = GivenNutrition(values: Nutrition(saltG: 100)).checked(.per100g)
    #expect(pure?.nutrition.saltG == 100 && pure?.doubts == [])
  }

  @Test func doubtsNameTheirField() {
    #expect(Doubt.energyKjAsKcal.field == "energy_kcal" && Doubt.saltTooHigh.field == "salt_g" && Doubt.allZero.field == nil)
  }
}

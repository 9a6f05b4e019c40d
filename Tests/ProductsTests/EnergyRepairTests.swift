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

  @Test func fiberThatIsNotGivenMayExplainTheRest() {
    // 36 kcal, and up to 10 of 5 g of fibre.
    func checked(_ kcal: Double?, kj: Double? = nil, fiber: Double? = nil) -> (nutrition: Nutrition, doubts: [Doubt])? {
      let values = Nutrition(energyKcal: kcal, proteinG: 1, carbsG: 7.5, fatG: 0.2, fiberG: fiber)
      return GivenNutrition(values: values, energyKj: kj).checked(.per100g)
    }
    #expect(checked(191)?.doubts == [.energyKjAsKcal] && checked(191)?.nutrition.energyKcal == 45.7)
    #expect(checked(nil, kj: 45)?.doubts == [.energyKcalAsKj] && checked(nil, kj: 45)?.nutrition.energyKcal == 45)
    #expect(checked(4500)?.doubts.first == .energyTimes100 && checked(4500)?.nutrition.energyKcal == 45)
    #expect(checked(191, fiber: 0)?.doubts == [] && checked(210)?.doubts == [])
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

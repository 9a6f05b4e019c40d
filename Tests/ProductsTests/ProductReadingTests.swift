import HealthModel
import Testing

@testable import Products

/// Servings, numbers and nutrition as sources write them.
@Suite struct ProductReadingTests {
  @Test(
    arguments: [
      ("2 biscuits (25 g)", 25), ("130 g (0.5 cup)", 130), ("12 fl oz", 354.88), ("12 FL. OZ. (355 mL)", 355), ("1/4 cup", nil),
      ("1/4 cup (30g)", 30), (".33 l", 330), ("0,33 L", 330), ("30 gr", 30), ("60", 60), ("250.0", 250), ("serving", nil), ("", nil),
      ("3 pcs", nil), ("33 cl", 330), ("2 dl", 200), ("0.5 kg", 500), ("500 mg", 0.5), ("1 oz", 28.35), ("1.06 ONZ (30 g)", 30),
      ("30.05047g", 30.05), ("1L", 1000), ("40 g - (x 4= 160 g)", 40), ("300 ml (330 ml)", 330), ("2 x 12,5 g", 25), ("6×20g", 120),
      ("Un biscuit (12,5 g)", 12.5), ("200 g (Ce paquet contient 2 portions)", 200), ("1,250 ml", 1250), ("1,250 l", 1250),
      ("2grissini", nil), ("0 g", nil), ("-5 g", 5), ("99999 kg", nil), ("1.2.3 g", nil), ("30 г", 30), ("100g/3.5oz", 100),
      ("1 piece [40 g]", 40), ("((((", nil), ("1 cup (240ml)", 240), ("g", nil), ("1 Portion ≈ 150 g", 150),
      ("100 грамм", 100), ("30 граммов", 30), ("30 γρ.", 30), ("250 μλ", 250), ("1.000 g", 1000), ("1.500 ml", 1500), ("1.000 l", 1000),
      ("28.350 g", 28.35), ("0.500 g", 0.5), ("30.5 g", 30.5), ("1.0000 g", 1), ("100 克", 100), ("2 x 1.000 g", 2000), ("1,000 kg", 1000),
      ("1 γραμμάριο", 1),
    ] as [(String, Double?)])
  func servings(text: String, grams: Double?) { #expect(ServingText.grams(text) == grams, "\(text)") }

  @Test(
    arguments: [
      ("12.5", 12.5), ("12,5", 12.5), (" < 0.5 ", 0.5), ("~3", 3), ("1e3", 1000), ("", nil), ("traces", nil), ("nan", nil), ("inf", nil),
      ("1e999", nil), ("0x10", nil), ("1.2.3", nil), ("-1", -1),
    ] as [(String, Double?)])
  func numbers(text: String, value: Double?) { #expect(ForeignText.number(text) == value, "\(text)") }

  @Test(
    arguments: [
      ("kcal as it is", 539, 2252, 539, []),
      ("kJ only", nil, 2252, 538.2, []),
      ("neither", nil, nil, nil, []),
      ("swapped", 2252, 539, 539, [.energySwapped]),
      ("0 kcal beside kJ", 0, 1590, 380, [.energyMismatch]),
      ("0 kcal beside 0 kJ", 0, 0, 0, [.allZero]),
      ("may be swapped", 100, 24, 100, [.energyMismatch]),
      ("more kcal than kJ, not swapped", 500, 400, 500, [.energyMismatch]),
      ("kJ twice", 539, 539, 539, [.energyMismatch]),
      ("rounding of small values", 0.2, 1, 0.2, []),
      ("over pure fat", 901, nil, 901, [.energyTooHigh]),
      ("pure fat", 900, 3700, 900, []),
      ("negative", -5, nil, nil, [.negative]),
      ("serving of unknown grams", 1200, nil, 1200, []),
    ] as [(String, Double?, Double?, Double?, [Doubt])])
  func energies(id: String, kcal: Double?, kj: Double?, result: Double?, doubts: [Doubt]) {
    var reading = GivenNutrition()
    reading.values.energyKcal = kcal
    reading.energyKj = kj
    let finished = reading.checked(id.hasPrefix("serving") ? .perServing(grams: nil) : .per100g)
    #expect(finished?.nutrition.energyKcal == result, "\(id)")
    #expect(finished?.doubts ?? [] == doubts, "\(id)")
  }

  @Test(
    arguments: [
      (Nutrition(proteinG: 10, carbsG: 20, fatG: 5), 165, [.energyFromMacros]),
      (Nutrition(proteinG: 10, carbsG: 20), nil, []),
      (Nutrition(energyKcal: 400, proteinG: 40, carbsG: 60, fatG: 6), 400, [.macrosOver105g]),
      (Nutrition(energyKcal: 400, proteinG: 40, carbsG: 60, fatG: 5), 400, []),
      (Nutrition(energyKcal: 40, carbsG: 9, sugarsG: 10), 40, [.sugarsOverCarbs]),
      (Nutrition(energyKcal: 40, carbsG: 9, sugarsG: 9.001), 40, []),
      (Nutrition(energyKcal: 40, fatG: 1, saturatedFatG: 2), 40, [.saturatedOverFat]),
      (Nutrition(energyKcal: 0, proteinG: 0, carbsG: 0, fatG: 0), 0, [.allZero]),
      (Nutrition(proteinG: 0, carbsG: 0, fatG: 0), 0, [.allZero, .energyFromMacros]),
      (Nutrition(energyKcal: 40, proteinG: -1, fatG: -2), 40, [.negative]),
    ] as [(Nutrition, Double?, [Doubt])])
  func checks(nutrition: Nutrition, energy: Double?, doubts: [Doubt]) {
    let finished = GivenNutrition(values: nutrition).checked(.per100g)
    #expect(finished?.nutrition.energyKcal == energy)
    #expect(finished?.doubts == doubts)
  }

  @Test func servingsOfKnownGramsAreCheckedAs100g() {
    let reading = GivenNutrition(values: Nutrition(energyKcal: 280))
    #expect(reading.checked(.perServing(grams: 1))?.doubts == [.energyTooHigh])
    #expect(reading.checked(.perServing(grams: 50))?.doubts == [])
  }

  @Test func checkDigitsOfOpenFoodFactsOwnNumbersAreNone() {
    #expect(NutritionChecks.doubts(about: .test(2_000_000_000_002)) == [])
    #expect(NutritionChecks.doubts(about: .test(9_520_000_000_012)) == [.badCheckDigit])
    #expect(NutritionChecks.doubts(about: .test(9_520_000_000_004)) == [])
    #expect(NutritionChecks.doubts(about: .test(29_520_176)) == [.inStoreNumber])
    #expect(NutritionChecks.doubts(about: .test(2_112_345_678_900)) == [.inStoreNumber])
  }
}

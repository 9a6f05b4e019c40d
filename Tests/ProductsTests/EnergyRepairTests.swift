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

  /// Foods in which nutrients other than protein, carbohydrates and fat have the energy, at their label's own values unless `kcal` says otherwise.
  struct Food: Sendable, CustomTestStringConvertible {
    let id: String
    var kcal: Double?
    var kj: Double?
    /// Protein, carbohydrates and fat.
    let grams: (Double, Double, Double)
    var fiber: Double?
    var others = EnergyNutrients()
    var kind: FoodKind = []
    var estimates: GivenNutrition.Estimates = []
    let result: Double?
    var doubts: [Doubt] = []

    var testDescription: String { id }
  }

  private static let foods: [Food] = [
    // Alcohol.
    Food(id: "wine", kcal: 83, kj: 347, grams: (0.1, 5.1, 0), others: EnergyNutrients(alcoholMl: 11), result: 83),
    Food(id: "gin and tonic", kcal: 88, kj: 367, grams: (0, 5.4, 0), others: EnergyNutrients(alcoholMl: 10), result: 88),
    Food(id: "fortified wine", kcal: 159, kj: 661, grams: (0.2, 9.6, 0), others: EnergyNutrients(alcoholMl: 20), result: 159),
    Food(id: "wine, kJ alone", kj: 347, grams: (0.1, 5.1, 0), others: EnergyNutrients(alcoholMl: 11), result: 82.9),
    Food(
      id: "wine, kJ as kcal", kcal: 347, kj: 1452, grams: (0.1, 5.1, 0), others: EnergyNutrients(alcoholMl: 11), result: 82.9,
      doubts: [.energyKjAsKcal]),
    Food(
      id: "wine, kcal as kJ", kj: 83, grams: (0.1, 5.1, 0), others: EnergyNutrients(alcoholMl: 11), result: 83, doubts: [.energyKcalAsKj]),
    Food(
      id: "wine, without an energy", grams: (0.1, 5.1, 0), others: EnergyNutrients(alcoholMl: 11), result: 81.6, doubts: [.energyFromMacros]
    ),
    Food(
      id: "wine whose alcohol isn't given", kcal: 83, kj: 347, grams: (0.1, 5.1, 0), kind: .alcoholic, result: 83,
      doubts: [.energyUnexplained]),
    Food(id: "the same without an energy", grams: (0.1, 5.1, 0), kind: .alcoholic, result: nil),
    Food(
      id: "alcohol-free wine", kcal: 83, kj: 347, grams: (0.1, 5.1, 0), others: EnergyNutrients(alcoholMl: 0), kind: .alcoholic,
      result: 19.8,
      doubts: [.energyKjAsKcal]),
    Food(
      id: "a soda whose kJ are given as kcal", kcal: 180, kj: 753, grams: (0, 10.6, 0), fiber: 0, result: 43, doubts: [.energyKjAsKcal]),
    Food(
      id: "meat in wine", kcal: 628, grams: (20, 5, 5), fiber: 0, kind: .alcoholic, result: 150.1, doubts: [.energyKjAsKcal]),
    Food(id: "an alcohol that can't be", kcal: 83, grams: (0.1, 5.1, 0), others: EnergyNutrients(alcoholMl: 1300), result: 83),
    // Polyols.
    Food(id: "gum", kcal: 156, grams: (0, 65, 0), others: EnergyNutrients(polyolsG: 65, erythritolG: 0), result: 156),
    Food(
      id: "gum, kJ as kcal", kcal: 653, grams: (0, 65, 0), fiber: 0, others: EnergyNutrients(polyolsG: 65, erythritolG: 0), result: 156.1,
      doubts: [.energyKjAsKcal]),
    Food(
      id: "gum without an energy", grams: (0, 65, 0), others: EnergyNutrients(polyolsG: 65), result: 156, doubts: [.energyFromMacros]),
    Food(id: "erythritol", kcal: 0, kj: 0, grams: (0, 100, 0), others: EnergyNutrients(polyolsG: 100, erythritolG: 100), result: 0),
    Food(id: "erythritol that isn't given", kcal: 0, kj: 0, grams: (0, 100, 0), kind: .withPolyols, result: 0),
    Food(
      id: "a sweetener of 402 kJ", kj: 402, grams: (0, 100, 0), fiber: 0, kind: .withPolyols, result: 96.1, doubts: [.energyUnexplained]),
    Food(id: "a sweetener without an energy", grams: (0, 100, 0), kind: .withPolyols, result: nil),
    Food(id: "more polyols than carbs", grams: (0, 60, 0), others: EnergyNutrients(polyolsG: 65), result: 156, doubts: [.energyFromMacros]),
    // Organic acids and fibre.
    Food(
      id: "lemon juice", grams: (0.4, 2.5, 0.3), fiber: 0.1, others: EnergyNutrients(organicAcidsG: 5), result: 29.5,
      doubts: [.energyFromMacros]),
    Food(
      id: "lemon juice, kJ as kcal", kcal: 123, grams: (0.4, 2.5, 0.3), fiber: 0.1, others: EnergyNutrients(organicAcidsG: 5), result: 29.4,
      doubts: [.energyKjAsKcal]),
    Food(id: "bran without an energy", grams: (15, 25, 5), fiber: 45, result: 295, doubts: [.energyFromMacros]),
    // Zeros.
    Food(id: "0 kcal beside kJ", kcal: 0, kj: 1590, grams: (8, 70, 7), result: 380, doubts: [.energyMismatch]),
    Food(id: "0 kcal beside kcal in kJ", kcal: 0, kj: 380, grams: (8, 70, 7), result: 380, doubts: [.energyKcalAsKj]),
    Food(id: "0 kcal beside kJ of something else", kcal: 0, kj: 40, grams: (8, 70, 7), result: 0, doubts: [.energyUnexplained]),
    Food(id: "0 kcal alone", kcal: 0, grams: (8, 70, 7), result: 0, doubts: [.energyUnexplained]),
    Food(id: "water", kcal: 0, kj: 0, grams: (0, 0, 0.1), result: 0),
    Food(id: "0 kJ beside kcal", kcal: 380, kj: 0, grams: (8, 70, 7), result: 380, doubts: [.energyMismatch]),
    // kcal and kJ the wrong way round, or kJ computed the wrong way.
    Food(id: "swapped", kcal: 1590, kj: 380, grams: (8, 70, 7), result: 380, doubts: [.energySwapped]),
    Food(id: "kJ divided instead of multiplied", kcal: 380, kj: 90.8, grams: (8, 70, 7), result: 380, doubts: [.energyMismatch]),
    Food(id: "neither is right", kcal: 100, kj: 24, grams: (8, 70, 7), result: 100, doubts: [.energyMismatch]),
    Food(
      id: "alcohol decides between them", kcal: 83, kj: 20, grams: (0.1, 5.1, 0), others: EnergyNutrients(alcoholMl: 11), result: 83,
      doubts: [.energyMismatch]),
    // Estimates.
    Food(
      id: "estimated nutrients are no proof", kcal: 1590, grams: (8, 70, 7), estimates: .nutrients, result: 1590,
      doubts: [.energyUnexplained, .energyTooHigh, .partlyEstimated]),
    Food(id: "an estimated energy", kcal: 412, grams: (6.1, 60, 15), estimates: [.energy, .nutrients], result: 412, doubts: [.estimated]),
    Food(
      id: "an energy of estimates", grams: (8, 70, 7), estimates: .nutrients, result: 375, doubts: [.energyFromMacros, .estimated]),
  ]

  @Test(arguments: foods)
  func everyNutrientWithEnergyCounts(food: Food) {
    let (protein, carbs, fat) = food.grams
    let values = Nutrition(energyKcal: food.kcal, proteinG: protein, carbsG: carbs, fatG: fat, fiberG: food.fiber)
    let given = GivenNutrition(values: values, energyKj: food.kj, others: food.others, estimates: food.estimates, kind: food.kind)
    let checked = given.checked(.per100g)
    #expect(checked?.nutrition.energyKcal == food.result, "\(food.id)")
    #expect(checked?.doubts == food.doubts, "\(food.id)")
  }

  @Test func theWorkedValuesHold() throws {
    let wine = try #require(
      ExpectedEnergy(
        of: GivenNutrition(values: Nutrition(proteinG: 0.1, carbsG: 5.1, fatG: 0, fiberG: 0), others: EnergyNutrients(alcoholMl: 11))))
    #expect(wine.known == 81.6 && wine.isProof && wine.fits(83))
    let unknown = try #require(
      ExpectedEnergy(of: GivenNutrition(values: Nutrition(proteinG: 0.1, carbsG: 5.1, fatG: 0, fiberG: 0), kind: .alcoholic)))
    #expect(!unknown.isProof && abs(unknown.least - 20.8) < 0.1 && abs(unknown.most - 462.6) < 0.1)
    #expect(ExpectedEnergy(of: GivenNutrition(values: Nutrition(proteinG: 1, carbsG: 2))) == nil)
  }

  @Test(
    arguments: [
      ("Medium-sweet white wine", .alcoholic), ("Kellerhof Weißwein trocken", .alcoholic), ("Schweinebraten", []), ("Schwein", []),
      ("VIN BLANC 75cl", .alcoholic), ("Cerveza rubia", .alcoholic), ("Пиво светлое", .alcoholic), ("Apfelwein", .alcoholic),
      ("Vinaigre", []), ("Grape juice", []), ("Fruit cocktail", []), ("Melk met chocolade", []), ("Wheat beer", .alcoholic),
      ("Erythritol", .withPolyols), ("Xylit Bonbons", .withPolyols), ("Sugar", []), ("Edulcorants", .withPolyols),
      ("Sugar-free candy", .withPolyols),
      ("Bonbon sans sucres", .withPolyols), ("Mint gum", .withPolyols), ("Gummy bears", []), ("", []),
    ] as [(String, FoodKind)])
  func namesTellTheKind(name: String, kind: FoodKind) { #expect(FoodKind(name: name) == kind, "\(name)") }

  @Test(
    arguments: [
      ("en:beverages,en:alcoholic-beverages,en:wines", .alcoholic), ("en:beverages,en:non-alcoholic-beverages", []), ("", []),
      ("en:sweeteners,en:sugar-substitutes", .withPolyols), ("en:sweeteners,en:honeys", []),
      ("en:snacks,en:chewing-gum,en:sugar-free-chewing-gum", .withPolyols), ("en:sugars", []), ("en:", []),
      ("en:alcoholic-beverages,en:sugar-substitutes", [.alcoholic, .withPolyols]),
    ] as [(String, FoodKind)])
  func tagsTellTheKind(tags: String, kind: FoodKind) {
    #expect(Array(tags.utf8).withUnsafeBytes { FoodKind(tags: $0) } == kind)
    #expect(FoodKind(tags: .array(tags.split(separator: ",").map { .string(String($0)) })) == kind)
  }
}

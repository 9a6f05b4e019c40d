import HealthModel
import Products
import Testing

@Suite struct PortionTests {
  private let oats = Nutrition(energyKcal: 370, proteinG: 12.5, saltG: 0.01)

  private func product(per100g: Nutrition?, perServing: Nutrition? = nil, servingG: Double? = nil) throws -> Product {
    Product(
      gtin: try #require(GTIN(digits: "9521234543213")), name: "Oats", servingG: servingG, per100g: per100g, perServing: perServing,
      source: "test")
  }

  @Test func servingsCountByTheirWeight() throws {
    let portion = try product(per100g: oats, servingG: 40).portion(Amount(servings: 1.5))
    #expect(portion.amount == Amount(servings: 1.5, grams: 60))
    #expect(portion.nutrition.energyKcal == 222)
    #expect(portion.basis == .per100g)
  }

  @Test func valuesPerServingServeWhereNothingElseIsKnown() throws {
    let bar = try product(per100g: nil, perServing: Nutrition(energyKcal: 120))
    #expect(try bar.portion(Amount(servings: 2)).nutrition.energyKcal == 240)
    #expect(bar.usualAmount == Amount(servings: 1))
    #expect(throws: PortionError.servingSizeUnknown(product: "Oats")) { try bar.portion(Amount(grams: 30)) }
  }

  @Test func aPortionIsNeverGuessed() throws {
    #expect(throws: PortionError.noNutrition(product: "Oats")) { try product(per100g: nil).portion(Amount(grams: 30)) }
    #expect(throws: PortionError.servingSizeUnknown(product: "Oats")) { try product(per100g: oats).portion(Amount(servings: 1)) }
    #expect(try product(per100g: oats).usualAmount == Amount(grams: 100))
  }
}

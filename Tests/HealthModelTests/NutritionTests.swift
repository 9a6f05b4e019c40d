import HealthModel
import Testing

@Suite struct NutritionTests {
  private let oats = Nutrition(energyKcal: 370, proteinG: 12.5, saltG: 0.01)

  @Test func scalesToWhatALabelCouldSay() {
    #expect(Nutrition(energyKcal: 539, fatG: 30.9).scaled(by: 0.3) == Nutrition(energyKcal: 161.7, fatG: 9.27))
  }

  @Test func whatIsNotKnownCountsAsNothingAndStaysUnknown() {
    #expect(oats + Nutrition(energyKcal: 30, carbsG: 5) == Nutrition(energyKcal: 400, proteinG: 12.5, carbsG: 5, saltG: 0.01))
  }

  @Test func jsonKeepsUnknownApartFromZero() throws {
    #expect(
      oats.json.text
        == #"{"energy_kcal":370,"protein_g":12.5,"carbs_g":null,"fat_g":null,"sugars_g":null,"saturated_fat_g":null,"fiber_g":null,"salt_g":0.01}"#
    )
    #expect(Nutrition(json: oats.json) == oats)
  }
}

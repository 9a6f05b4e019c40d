import DietPlan
import HealthModel
import Testing

@Suite struct DietDayTests {
  @Test("D-HOME-1, D-FEEDBACK-6: the day has everything that is shown")
  func contract() throws {
    let log = DietLog(
      intakes: Diet.meals(
        Nutrition(energyKcal: 650, proteinG: 45, carbsG: 70, fatG: 20), Nutrition(energyKcal: 600, proteinG: 40, carbsG: 72, fatG: 18),
        on: Diet.nth(10)),
      weights: DietWeights([Diet.weight(Diet.nth(8), 80.4), Diet.weight(Diet.nth(9), 80.2), Diet.weight(Diet.nth(10), 80)]),
      activeKcal: [Diet.nth(10): 300])
    let day = try #require(DietDay(Diet.nth(10), history: Diet.history(), log: log))
    #expect(day.day == Diet.day("2026-03-11") && day.goal == .lose && day.phase?.rawValue == "diet")
    #expect(day.dayOfPhase == 10 && day.daysToSwitch == 5 && day.state.cycle == 1)
    #expect(day.maintenanceKcal == 2300 && day.target.kcal == 1900 && day.remainingKcal == 650)
    #expect(day.goals.grams == PerMacro(protein: 160, carbs: 135, fat: 80))
    #expect(day.eaten.energyKcal == 1250 && day.eaten.grams == PerMacro(protein: 85, carbs: 142, fat: 38))
    // 85 / 160 = 53 %, 142 / 135 = 105 %, 38 / 80 = 47.5 %.
    #expect(day.smileys == PerMacro(protein: .neutral, carbs: .happy, fat: .sad) && day.praise == nil)
    #expect(day.ring.wholeDegrees == PerMacro(protein: 64, carbs: 108, fat: 65) && day.streak.days == 3)
    // (80.4 + 80.2 + 80) / 3 = 80.2.
    let (average, trend) = (try #require(day.weight.averageKg), try #require(day.weight.trendKg))
    #expect(day.weight.kg == 80 && abs(average - 80.2) < 1e-9 && abs(trend + 0.2) < 1e-9)
    #expect(day.celebrations.map(\.strength) == [1, 2] && day.target.activeKcal == 300)
  }

  @Test func remainingEnergyIsNegativeBeyondTheTarget() throws {
    let log = DietLog(intakes: Diet.meals(Nutrition(energyKcal: 2000), on: Diet.nth(10)))
    try #expect(#require(DietDay(Diet.nth(10), history: Diet.history(), log: log)).remainingKcal == -100)
  }

  @Test func namesOfRecordsAreFixed() {
    #expect(DietSex.allCases.map(\.rawValue) == ["male", "female", "other"])
    #expect(DietGoal.allCases.map(\.rawValue) == ["lose", "maintain", "gain"])
    #expect(DietFactor.allCases.map(\.rawValue) == ["19/23", "0.67"])
    #expect(DietPhase.allCases.map(\.rawValue) == ["gentle_start", "diet", "maintenance"])
    #expect(Smiley.allCases.map(\.rawValue) == ["happy", "neutral", "sad"])
  }
}

import DietPlan
import HealthModel
import Testing

@Suite struct CelebrationTests {
  private let green = Nutrition(energyKcal: 1800, proteinG: 160, carbsG: 135, fatG: 80)

  private func day(_ n: Int, goal: DietGoal = .lose, _ weights: [WeightEntry] = [], _ meals: [Nutrition] = []) throws -> DietDay {
    var profile = Diet.profile
    profile.goal = goal
    let log = DietLog(intakes: meals.isEmpty ? [:] : [Diet.nth(n): DietIntake(meals)], weights: DietWeights(weights))
    return try #require(DietDay(Diet.nth(n), history: Diet.history(profile), log: log))
  }

  @Test("D-FEEDBACK-5: a weight that is logged is a single celebration, an imported one none")
  func single() throws {
    #expect(try day(8, [Diet.weight(Diet.nth(8), 80)]).celebrations == [.weightLogged(kg: 80)])
    #expect(try day(8, [Diet.weight(Diet.nth(8), 80, device: "scale")]).celebrations == [])
    #expect(try day(9, [Diet.weight(Diet.nth(8), 80)]).celebrations == [])
  }

  @Test(
    "D-FEEDBACK-12: the average that moves towards the goal is a double celebration",
    arguments: [(.lose, 79, true), (.lose, 80, false), (.lose, 81, false), (.gain, 81, true), (.gain, 79, false), (.maintain, 79, false)]
      as [(DietGoal, Double, Bool)])
  func average(goal: DietGoal, kg: Double, isCelebrated: Bool) throws {
    let day = try day(8, goal: goal, [Diet.weight(Diet.nth(7), 80), Diet.weight(Diet.nth(8), kg)])
    let wanted: [DietCelebration] = isCelebrated ? [.averageMoved(fromKg: 80, toKg: (80 + kg) / 2)] : []
    #expect(day.celebrations.filter { $0.strength == 2 } == wanted)
  }

  @Test("D-FEEDBACK-12: seven equal weights don't move an average by rounding")
  func equalWeights() throws {
    for tenths in 300...2000 {
      let weights = DietWeights((1...9).map { Diet.weight(Diet.nth($0), Double(tenths) / 10) })
      for n in 2...9 {
        let (before, after) = (
          try #require(weights.averageKg(through: Diet.nth(n - 1))), try #require(weights.averageKg(through: Diet.nth(n)))
        )
        for goal in DietGoal.allCases { #expect(!goal.isProgress(fromKg: before, toKg: after), "\(tenths) \(n)") }
      }
    }
    for kg in [80.1, 77.7, 66.6] {
      let weights = (1...9).map { Diet.weight(Diet.nth($0), kg) }
      #expect(try day(9, weights).celebrations == [.weightLogged(kg: kg)])
      #expect(try day(9, goal: .gain, weights).celebrations == [.weightLogged(kg: kg)])
    }
  }

  @Test("D-FEEDBACK-5: all three macros green is a double celebration")
  func macros() throws {
    #expect(try day(8, [], [green]).celebrations == [.allMacrosGreen])
    #expect(try day(8, [], [Nutrition(energyKcal: 1000, proteinG: 160, carbsG: 135, fatG: 40)]).celebrations == [])
  }

  @Test("D-FEEDBACK-5: day 28 of every cycle is a triple celebration", arguments: [(27, 0), (28, 1), (29, 0), (56, 2), (84, 3)])
  func triple(n: Int, cycle: Int) throws {
    #expect(try day(n).celebrations == (cycle > 0 ? [.cycleCompleted(cycle: cycle)] : []))
    #expect(try day(n, goal: .maintain).celebrations == [])
  }

  @Test("D-FEEDBACK-10: a saved meal, a first green macro and the day's streak get feedback once")
  func reactions() throws {
    let before = try day(8)
    let meal = try day(8, [], [Nutrition(energyKcal: 700, proteinG: 120, carbsG: 100, fatG: 10)])
    #expect(
      meal.reactions(since: before) == [.mealSaved, .turnedGreen(.protein), .turnedGreen(.carbs), .praised(.great), .streak(days: 1)])
    let second = try day(8, [], [Nutrition(energyKcal: 700, proteinG: 120, carbsG: 100, fatG: 10), Nutrition(energyKcal: 500, fatG: 50)])
    #expect(second.reactions(since: meal) == [.mealSaved, .turnedGreen(.fat), .praised(.perfect), .celebration(.allMacrosGreen)])
    #expect(second.reactions(since: second) == [])
    #expect(meal.reactions(since: second) == [])
    let weighed = try day(8, [Diet.weight(Diet.nth(8), 80)])
    #expect(weighed.reactions(since: before) == [.streak(days: 1), .celebration(.weightLogged(kg: 80))])
    #expect(DietReaction.celebration(.weightLogged(kg: 80)) != .celebration(.weightLogged(kg: 79)))
  }
}

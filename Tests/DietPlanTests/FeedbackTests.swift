import DietPlan
import HealthModel
import Testing

@Suite struct FeedbackTests {
  private func progress(_ percent: Double) -> MacroProgress { MacroProgress(eatenG: percent, goalG: 100, hasMeals: true) }

  @Test(
    "D-FEEDBACK-1, D-FEEDBACK-8: smileys by the unrounded percentage",
    arguments: [
      (0, .sad), (49.9, .sad), (49.999, .sad), (50, .neutral), (69.9, .neutral), (69.99, .neutral), (70, .happy), (100, .happy),
      (250, .happy),
    ] as [(Double, Smiley)])
  func smileys(percent: Double, smiley: Smiley) { #expect(progress(percent).smiley == smiley) }

  @Test(
    "D-FEEDBACK-1: of 160 g, 112 g are green, 111 g and 80 g yellow, 79.9 g red",
    arguments: [(112, .happy), (111, .neutral), (80, .neutral), (79.9, .sad)] as [(Double, Smiley)])
  func smileysOf160(grams: Double, smiley: Smiley) {
    #expect(MacroProgress(eatenG: grams, goalG: 160, hasMeals: true).smiley == smiley)
  }

  @Test("D-FEEDBACK-1: thresholds met exactly in decimals are met for every weight")
  func decimals() {
    for tenths in 300...2000 {
      // Protein is 2 g/kg; 70 % of it is 1.4 g/kg, 50 % is 1 g/kg.
      let goal = Double(tenths) / 10 * 2
      #expect(MacroProgress(eatenG: Double(tenths * 14) / 100, goalG: goal, hasMeals: true).smiley == .happy, "\(tenths)")
      #expect(MacroProgress(eatenG: Double(tenths) / 10, goalG: goal, hasMeals: true).smiley == .neutral, "\(tenths)")
    }
  }

  @Test("D-FEEDBACK-3: percentage and bar of a macro")
  func bar() {
    let protein = MacroProgress(eatenG: 128, goalG: 160, hasMeals: true)
    #expect(protein.percent == 80 && protein.bar == 0.8)
    #expect(progress(130).bar == 1 && progress(130).percent == 130 && progress(0).bar == 0)
  }

  @Test("D-FEEDBACK-7: no smileys before the first meal, for a goal of 0 g, and for what no meal states")
  func noSmileys() throws {
    let empty = try #require(DietDay(Diet.nth(8), history: Diet.history(), log: DietLog()))
    #expect(empty.smileys == PerMacro(protein: nil, carbs: nil, fat: nil) && empty.eaten.grams == PerMacro(protein: 0, carbs: 0, fat: 0))
    #expect(MacroProgress(eatenG: 10, goalG: 0, hasMeals: true).smiley == nil)
    #expect(MacroProgress(eatenG: 10, goalG: 0, hasMeals: true).bar == 0)
    let log = DietLog(intakes: Diet.meals(Nutrition(energyKcal: 400, fatG: 60), on: Diet.nth(8)))
    let day = try #require(DietDay(Diet.nth(8), history: Diet.history(), log: log))
    #expect(day.smileys == PerMacro(protein: nil, carbs: nil, fat: .happy))
  }

  @Test("D-FEEDBACK-2: 85, 142 and 38 g of 1900 kcal are 64°, 108° and 65°")
  func ring() {
    let ring = ProgressRing(DietIntake([Nutrition(energyKcal: 1250, proteinG: 85, carbsG: 142, fatG: 38)]), targetKcal: 1900)
    // 340, 568 and 342 kcal; 340 / 1900 · 360 = 64.42, 107.62, 64.80; 1250 / 1900 = 65.79 %.
    #expect(ring.kcal == PerMacro(protein: 340, carbs: 568, fat: 342))
    #expect(ring.wholeDegrees == PerMacro(protein: 64, carbs: 108, fat: 65))
    #expect(abs(ring.percent - 65.789_473_684) < 1e-6 && abs(ring.totalDegrees - 236.842_105_263) < 1e-6)
    #expect(ring.overKcal == 0 && ring.overDegrees == 0 && ring.unknownDegrees == 0 && ring.drawn.macros == ring.degrees)
  }

  @Test("D-FEEDBACK-2: a ring over 360° is full, in proportion, and says by how much")
  func fullRing() {
    // 400 + 800 + 900 = 2100 kcal of 1900: 397.89°, 37.89° and 200 kcal over.
    let ring = ProgressRing(DietIntake([Nutrition(energyKcal: 2100, proteinG: 100, carbsG: 200, fatG: 100)]), targetKcal: 1900)
    #expect(ring.overKcal == 200 && abs(ring.overDegrees - 37.894_736_842) < 1e-6)
    let drawn = ring.drawn
    // 400 / 2100 · 360 = 68.57.
    #expect(abs(drawn.macros.protein - 68.571_428_571) < 1e-6)
    #expect(abs(drawn.macros.protein + drawn.macros.carbs + drawn.macros.fat + drawn.unknown - 360) < 1e-9)
    #expect(ring.wholeDegrees == PerMacro(protein: 76, carbs: 152, fat: 171))
  }

  @Test("D-FEEDBACK-2, D-FEEDBACK-6: an empty ring has no arcs")
  func emptyRing() {
    let ring = ProgressRing(DietIntake(), targetKcal: 1900)
    #expect(ring.wholeDegrees == PerMacro(protein: 0, carbs: 0, fat: 0) && ring.totalKcal == 0 && ring.percent == 0)
    #expect(ProgressRing(DietIntake([Nutrition(energyKcal: 5)]), targetKcal: 0).totalDegrees == 0)
  }

  @Test("D-MEAL-1: meals without macros count their energy; known macros add up, unknown ones are counted")
  func unknownMacros() throws {
    let intake = DietIntake([
      Nutrition(energyKcal: 600, proteinG: 30, carbsG: 60, fatG: 20), Nutrition(energyKcal: 500),
      // 20 · 4 = 80 of 300 kcal are explained.
      Nutrition(energyKcal: 300, proteinG: 20), Nutrition(proteinG: 5, carbsG: 1, fatG: 0),
    ])
    #expect(intake.meals == 4 && intake.energyKcal == 1400 && intake.mealsWithoutEnergy == 1 && intake.mealsWithUnknownMacros == 2)
    #expect(intake.grams == PerMacro(protein: 55, carbs: 61, fat: 20) && intake.unknownKcal == 720)
    let ring = ProgressRing(intake, targetKcal: 1900)
    // 720 / 1900 · 360 = 136.42.
    #expect(abs(ring.unknownDegrees - 136.421_052_632) < 1e-6)
    let only = DietIntake([Nutrition(energyKcal: 500)])
    #expect(only.grams == PerMacro(protein: nil, carbs: nil, fat: nil) && only.unknownKcal == 500)
  }

  @Test("D-MEAL-9: a meal that is logged late counts on the local day on which it was eaten")
  func lateLogging() {
    // 2026-03-03 00:30 in Berlin is 2026-03-02 23:30 UTC; logged on the 5th.
    let eaten = Moment(ms: Diet.berlin.moment(on: Diet.nth(2), minute: 30).ms, utcOffsetMin: 60)
    let meal = Meal(
      id: "m", eatenAt: eaten, slot: .snack, name: "Toast", amount: Amount(servings: 1), nutrition: Nutrition(energyKcal: 200),
      provenance: .manual, createdAtMs: Diet.berlin.moment(on: Diet.nth(4), minute: 600).ms)
    let log = DietLog(meals: [meal], weights: [Diet.weight(Diet.nth(3), 80)])
    #expect(log.intake(on: Diet.nth(2)).energyKcal == 200 && log.intake(on: Diet.nth(1)).meals == 0)
    #expect(log.loggedDays == [Diet.nth(2), Diet.nth(3)] && log.mealsLoggedAtMs == [meal.createdAtMs])
  }

  @Test(
    "D-FEEDBACK-9: two green are a great day, three a perfect one",
    arguments: [(0, nil), (1, nil), (2, .great), (3, .perfect)] as [(Int, DayPraise?)])
  func praise(green: Int, praise: DayPraise?) { #expect(DayPraise(green: green) == praise) }

  @Test(
    "D-FEEDBACK-4, D-FEEDBACK-11: streaks",
    arguments: [
      // logged days of the plan, days of the streak on day 10, logged today
      ([], 0, false), ([10], 1, true), ([9], 1, false), ([8], 0, false), ([8, 9, 10], 3, true), ([7, 8, 9], 3, false),
      ([6, 7, 9, 10], 2, true),
      // A clock that ran ahead.
      ([9, 10, 11, 400], 2, true), ([11], 0, false),
    ] as [([Int], Int, Bool)])
  func streaks(logged: [Int], days: Int, today: Bool) {
    let streak = LoggingStreak(loggedDays: Set(logged.map(Diet.nth)), today: Diet.nth(10))
    #expect(streak.days == days && streak.isLoggedToday == today)
  }

  @Test("D-FEEDBACK-4: a weight by hand or a meal counts, an imported weight doesn't; a pause doesn't break it")
  func whatCounts() throws {
    let log = DietLog(
      intakes: Diet.meals(Nutrition(energyKcal: 1), on: Diet.nth(4)),
      weights: DietWeights([
        Diet.weight(Diet.nth(5), 80), Diet.weight(Diet.nth(3), 80, device: "scale"), Diet.weight(Diet.nth(6), 80),
        Diet.weight(Diet.nth(6), 81, device: "scale"),
      ]))
    let history = Diet.history(Diet.profile, DietEvent(id: "1", day: Diet.nth(5), .pause(plan: "p")))
    let day = try #require(DietDay(Diet.nth(6), history: history, log: log))
    #expect(day.streak.days == 3 && day.streak.isLoggedToday)
  }
}

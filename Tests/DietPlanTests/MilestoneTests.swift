import DietPlan
import HealthModel
import Testing

@Suite struct MilestoneTests {
  @Test(
    "D-PHASE-6, D-PHASE-8: the days of milestones",
    arguments: [
      (1, []), (2, ["check-in"]), (8, ["diet-1"]), (14, []), (15, ["maintenance-1"]), (21, ["review-21"]), (28, ["cycle-1"]),
      (29, ["diet-2"]),
      (36, []), (42, ["review-42"]), (43, ["maintenance-2"]), (49, []), (56, ["cycle-2"]), (57, ["diet-3"]),
    ] as [(Int, [String])])
  func days(n: Int, ids: [String]) {
    #expect(DietMilestone.on(planDay: n).map(\.id) == ids)
    for milestone in DietMilestone.on(planDay: n) { #expect(DietMilestone(id: milestone.id) == milestone) }
  }

  @Test(arguments: [
    "", "check", "diet", "diet-", "diet-0", "diet--1", "diet-01", "diet-1-2", "diet-10001", "review-22", "review-", "cycle-x", "-1",
  ])
  func otherTextsAreNoMilestones(id: String) { #expect(DietMilestone(id: id) == nil) }

  @Test("D-PHASE-6: a milestone stays open for 7 days or until it was shown")
  func open() {
    let history = Diet.history()
    #expect(history.openMilestones(on: Diet.nth(1)) == [])
    #expect(history.openMilestones(on: Diet.nth(2)) == [.checkIn])
    #expect(history.openMilestones(on: Diet.nth(8)) == [.checkIn, .dietBegins(cycle: 1)])
    #expect(history.openMilestones(on: Diet.nth(9)) == [.dietBegins(cycle: 1)])
    // A user who comes back on day 17.
    #expect(history.openMilestones(on: Diet.nth(17)) == [.maintenanceBegins(cycle: 1)])
    let shown = DietEvent(id: "1", day: Diet.nth(17), .milestone(.maintenanceBegins(cycle: 1), plan: "p", answer: nil))
    #expect(Diet.history(Diet.profile, shown).openMilestones(on: Diet.nth(17)) == [])
    // That of another plan doesn't count.
    let other = DietEvent(id: "1", day: Diet.nth(17), .milestone(.maintenanceBegins(cycle: 1), plan: "q", answer: true))
    #expect(Diet.history(Diet.profile, other).openMilestones(on: Diet.nth(17)) == [.maintenanceBegins(cycle: 1)])
    let paused = DietEvent(id: "1", day: Diet.nth(16), .pause(plan: "p"))
    #expect(Diet.history(Diet.profile, paused).openMilestones(on: Diet.nth(17)) == [])
  }

  @Test("D-PHASE-6: the figures of the reviews of day 21 and day 42")
  func reviews() throws {
    // Days 1–7: 2200 kcal each; 8–12: 1800 kcal; 13 and 14: no meal; 15–21: 2310 kcal; 29–42: 1910 kcal.
    var intakes: [Day: DietIntake] = [:]
    for n in Array(1...12) + Array(15...21) + Array(29...42) {
      let kcal: Double = n <= 7 ? 2200 : n <= 12 ? 1800 : n <= 21 ? 2310 : 1910
      intakes[Diet.nth(n)] = DietIntake([Nutrition(energyKcal: kcal)])
    }
    // Start: (80 + 79.8 + 79.6) / 3 = 79.8. Day 21: (239.4 + 78.6) / 4 = 79.5. Day 42: (318 + 77.5 + 77) / 6 = 78.75. Day 13 by weight
    // alone.
    let weights = [(1, 80), (3, 79.8), (5, 79.6), (13, 78.6), (30, 77.5), (40, 77)].map { Diet.weight(Diet.nth($0.0), $0.1) }
    let log = DietLog(intakes: intakes, weights: DietWeights(weights))
    let first = try #require(DietReview(planDay: 21, on: Diet.nth(21), history: Diet.history(), log: log))
    #expect(first.first == Diet.nth(1) && first.last == Diet.nth(21) && first.loggedDays == 20)
    try #expect(abs(#require(first.startAverageKg) - 79.8) < 1e-9 && abs(#require(first.changeKg) + 0.3) < 1e-9)
    #expect(first.phases.map(\.phase) == [.gentleStart, .diet, .maintenance] && first.phases.map(\.days) == [7, 7, 7])
    #expect(first.phases.map(\.daysWithMeals) == [7, 5, 7] && first.phases.map(\.meanIntakeKcal) == [2200, 1800, 2310])
    #expect(first.phases.map(\.meanTargetKcal) == [2300, 1900, 2300])
    // Later it is the same, until it is too old.
    #expect(DietReview(planDay: 21, on: Diet.nth(400), history: Diet.history(), log: log) == first)
    #expect(DietReview(planDay: 21, on: Diet.nth(401), history: Diet.history(), log: log) == nil)
    let second = try #require(DietReview(planDay: 42, on: Diet.nth(42), history: Diet.history(), log: log))
    try #expect(second.loggedDays == 34 && abs(#require(second.averageKg) - 78.75) < 1e-9)
    // Diet: 7 + 14 days; (5 · 1800 + 14 · 1910) / 19 = 35,740 / 19 = 1881.05.
    #expect(second.phases.map(\.days) == [7, 21, 14] && second.phases.map(\.daysWithMeals) == [7, 19, 7])
    try #expect(abs(#require(second.phases[1].meanIntakeKcal) - 1881.052_631_579) < 1e-6)
  }

  @Test func reviewsSkipPausedDaysAndNeedTheirDay() throws {
    let pause = [DietEvent(id: "1", day: Diet.nth(10), .pause(plan: "p")), DietEvent(id: "2", day: Diet.nth(40), .resume(plan: "p"))]
    let history = DietHistory([Diet.setUp()] + pause)
    #expect(DietReview(planDay: 21, on: Diet.nth(50), history: history, log: DietLog()) == nil)
    // Calendar days 1–9 and 40–51.
    let review = try #require(DietReview(planDay: 21, on: Diet.nth(51), history: history, log: DietLog()))
    #expect(review.last == Diet.nth(51) && review.phases.map(\.days) == [7, 7, 7] && review.loggedDays == 0)
    #expect(review.averageKg == nil && review.changeKg == nil && review.phases.allSatisfy { $0.meanIntakeKcal == nil })
    #expect(DietReview(planDay: 21, on: Diet.nth(51), history: DietHistory([]), log: DietLog()) == nil)
    #expect(DietReview(planDay: 21, on: Diet.nth(-3), history: DietHistory([Diet.setUp(from: Diet.nth(-9))]), log: DietLog()) == nil)
    var steady = Diet.profile
    steady.goal = .maintain
    #expect(DietReview(planDay: 21, on: Diet.nth(51), history: Diet.history(steady), log: DietLog()) == nil)
  }
}

import DietPlan
import HealthDesk
import HealthModel
import HealthStore
import TestSupport
import Testing

/// The plan's use cases in a real library.
@Suite struct DietDeskTests {
  private let plan: DietFixture

  init() throws { plan = try DietFixture() }

  private func faults(_ action: () throws -> Void) -> [DietFault] {
    do { try action() } catch DietError.faults(let faults) { return faults } catch {}
    return []
  }

  @Test func withoutAPlanItSaysSo() throws {
    #expect(throws: DietError.notSetUp) { try plan.glance(1) }
    #expect(throws: DietError.notSetUp) { try plan.diet.days(DietFixture.day(1)...DietFixture.day(2)) }
    #expect(throws: DietError.notSetUp) { try plan.diet.pause(from: DietFixture.day(1), through: nil, at: DietFixture.noon(1)) }
    try plan.setUp(on: 3) { $0.draft.start = DietFixture.day(3) }
    #expect(throws: DietError.notYetSetUp(on: DietFixture.day(2), first: DietFixture.day(3))) { try plan.glance(2) }
  }

  @Test("D-PROFILE-4: the weight of the set-up isn't a log")
  func afterTheSetUpNothingIsLogged() throws {
    try plan.setUp()
    let glance = try plan.glance(1)
    #expect(glance.day.streak.days == 0 && glance.day.ring.totalDegrees == 0 && glance.day.weight.wantsWeight)
    #expect(glance.day.goals.grams == PerMacro(protein: 160, carbs: 235, fat: 80))
    #expect(glance.day.smileys == PerMacro(protein: nil, carbs: nil, fat: nil) && glance.lesson == .gentleStart)
  }

  @Test("D-PHASE-2: a month: 2300 kcal, 1900 from day 8, 2300 from day 15, day 29 is day 1 of the diet")
  func aMonth() throws {
    try plan.setUp()
    let days = try plan.diet.days(DietFixture.day(1)...DietFixture.day(29))
    let expected = (1...29).map { day -> Int in (8...14).contains(day) || day == 29 ? 1900 : 2300 }
    #expect(days.map(\.target.kcal) == expected)
    #expect(days[28].phase == .diet && days[28].dayOfPhase == 1 && days[28].state.cycle == 2)
    #expect(days[14].daysToSwitch == 14 && days[13].daysToSwitch == 1)
    #expect(DietWords.headline(days[13]) == "Day 14 of 14 - Switching to Maintenance")
  }

  @Test("D-FEEDBACK-2: the day has its meals: 64°, 108°, 65° of 1900 kcal")
  func theDayHasItsMeals() throws {
    try plan.setUp()
    try plan.eat(9, Nutrition(energyKcal: 1250, proteinG: 85, carbsG: 142, fatG: 38))
    let day = try plan.glance(9).day
    #expect(day.target.kcal == 1900 && day.ring.wholeDegrees == PerMacro(protein: 64, carbs: 108, fat: 65))
    #expect(day.remainingKcal == 650 && day.streak.days == 1)
    #expect(DietWords.spoken(day) == "Calories: 1,250 of 1,900. Protein 340 calories, carbs 568, fat 342.")
  }

  @Test("D-ENERGY-4: macros follow the latest weight, and a lock keeps them")
  func macrosFollowTheWeight() throws {
    try plan.setUp()
    try plan.weigh(9, 79)
    #expect(try plan.glance(9).day.goals.grams.protein == 158)
    #expect(try plan.glance(8).day.goals.grams.protein == 160)
    try plan.diet.edit(at: DietFixture.noon(10)) { draft, _ in draft.lockedWeightKg = 80 }
    #expect(try plan.glance(10).day.goals.grams.protein == 160)
    #expect(try plan.glance(9).day.goals.grams.protein == 158)
  }

  @Test("D-PROFILE-1: a set-up with faults is refused with all of them, and writes nothing")
  func faultsAreRefused() throws {
    let found = faults {
      try plan.setUp {
        $0.draft.age = 17
        $0.draft.mealTimes = [720]
      }
    }
    #expect(found == [.outside(.age, value: 17, allowed: 18...99), .mealCount(1, allowed: 2...5)])
    #expect(throws: DietError.notSetUp) { try plan.glance(1) }
    #expect(try DietRecords(plan.library).answers(today: DietFixture.start) == nil)
  }

  @Test func anUnfinishedSetUpIsResumed() throws {
    var answers = try plan.diet.answers(today: DietFixture.start)
    answers.draft.sex = .female
    answers.draft.age = 40
    try plan.diet.keep(answers, at: DietFixture.noon(1))
    let resumed = try DietDesk(plan.library, settings: HealthSettings()).answers(today: DietFixture.start)
    #expect(resumed == answers && DietStep.steps(for: nil).first { !resumed.draft.faults(in: $0).isEmpty } == .height)
    #expect(try plan.diet.presetWeightKg(sex: .female, today: DietFixture.start) == 70)
    try plan.weigh(1, 71.3)
    #expect(try plan.diet.presetWeightKg(sex: .female, today: DietFixture.day(2)) == 71.3)
  }

  @Test func theSameStartGoesOnAndAnotherOneStartsAnew() throws {
    try plan.setUp()
    try plan.setUp(on: 10) { $0.draft.activity = .active }
    #expect(try plan.glance(10).day.state == .running(PhasePosition(planDay: 10)))
    #expect(try plan.glance(10).day.maintenanceKcal == 2885 && plan.glance(9).day.maintenanceKcal == 2300)
    try plan.setUp(on: 12) { $0.draft.start = DietFixture.day(12) }
    #expect(try plan.glance(12).day.state == .running(PhasePosition(planDay: 1)))
    #expect(try plan.diet.history().versions.map(\.plan.id).count == 3)
    try plan.setUp(on: 12) { $0.draft.start = DietFixture.day(12) }
    #expect(try plan.diet.history().versions.count == 3, "nothing changed")
  }

  @Test("D-PHASE-1: a start in the past and one in the future")
  func startsElsewhere() throws {
    try plan.setUp(on: 20)
    #expect(try plan.glance(20).day.state == .running(PhasePosition(planDay: 20)))
    #expect(try plan.diet.days(DietFixture.day(-5)...DietFixture.day(20)).count == 20)
    try plan.diet.stop(at: DietFixture.noon(21))
    try plan.setUp(on: 21) { $0.draft.start = DietFixture.day(25) }
    #expect(try plan.glance(21).day.state == .notStarted(days: 4))
    #expect(try plan.glance(25).day.state == .running(PhasePosition(planDay: 1)))
    #expect(faults { try plan.setUp(on: 21) { $0.draft.start = DietFixture.day(900) } }.count == 1)
  }

  @Test func aPlanOfYearsCanBeEdited() throws {
    try plan.setUp()
    try plan.diet.edit(at: DietFixture.noon(800)) { draft, _ in draft.weightKg = 76 }
    let state = try plan.glance(800).day.state
    #expect(state == .running(PhasePosition(planDay: 800)))
    #expect(try !plan.diet.edit(at: DietFixture.noon(800)) { draft, _ in draft.weightKg = 76 })
  }

  @Test("D-PHASE-1: a pause shifts the rest, with its end known or not")
  func pauses() throws {
    try plan.setUp()
    try plan.diet.pause(from: DietFixture.day(5), through: DietFixture.day(7), at: DietFixture.noon(4))
    #expect(try plan.glance(6).day.state == .paused(PhasePosition(planDay: 5), since: DietFixture.day(5)))
    #expect(try plan.glance(8).day.state == .running(PhasePosition(planDay: 5)))
    try plan.diet.pause(from: DietFixture.day(10), through: nil, at: DietFixture.noon(10))
    #expect(
      faults { try plan.diet.pause(from: DietFixture.day(10), through: nil, at: DietFixture.noon(10)) }
        == [.alreadyPaused(since: DietFixture.day(10))])
    try plan.diet.resume(at: DietFixture.noon(12))
    #expect(try plan.glance(12).day.state == .running(PhasePosition(planDay: 7)))
    #expect(faults { try plan.diet.resume(at: DietFixture.noon(12)) } == [.notPaused])
    #expect(try plan.library.undo(at: DietFixture.noon(12)).title == "resumed the diet plan")
    #expect(try plan.glance(12).day.state == .paused(PhasePosition(planDay: 7), since: DietFixture.day(10)))
  }

  @Test func aStopEndsIt() throws {
    try plan.setUp()
    try plan.diet.stop(at: DietFixture.noon(6))
    #expect(try plan.glance(6).day.state == .stopped(since: DietFixture.day(6)))
    #expect(faults { try plan.diet.stop(at: DietFixture.noon(7)) } == [.alreadyStopped(since: DietFixture.day(6))])
    #expect(
      faults { try plan.diet.edit(at: DietFixture.noon(7)) { draft, _ in draft.age = 40 } }
        == [.alreadyStopped(since: DietFixture.day(6))])
    #expect(try plan.diet.answers(today: DietFixture.day(7)).draft.start == DietFixture.day(7))
  }

  @Test("D-FEEDBACK-10: an action tells what it changed")
  func effectsAreTold() throws {
    let (result, none) = try plan.diet.watching(DietFixture.day(9)) { 5 }
    #expect(result == 5 && none == nil)
    try plan.setUp()
    let (_, meal) = try plan.diet.watching(DietFixture.day(9)) {
      try plan.eat(9, Nutrition(energyKcal: 1250, proteinG: 112, carbsG: 100, fatG: 38))
    }
    #expect(
      DietWords.metric.line(try #require(meal)) == "650 of 1,900 kcal left · protein 😊 · carbs 😊 · great day · 1 day streak")
    try plan.weigh(8, 80)
    let (_, weight) = try plan.diet.watching(DietFixture.day(9)) { try plan.weigh(9, 79) }
    #expect(
      DietWords.metric.line(try #require(weight))
        == "650 of 1,900 kcal left · 🎉 weight logged · 🎉🎉 average 79.5 kg, from 80.0 kg")
  }

  @Test("D-LEARN-3, D-PHASE-6: what was shown isn't shown again")
  func whatWasShownIsntShownAgain() throws {
    try plan.setUp()
    let first = try plan.glance(15)
    #expect(first.milestones == [.maintenanceBegins(cycle: 1)] && first.lesson == .adaptation)
    #expect(first.announcements.map(\.sentence) == ["Your calories are increasing to 2,300 today!"])
    #expect(try plan.glance(17).announcements.map(\.sentence) == ["Your calories have increased to 2,300."])
    plan.diet.keepShown([.adaptation], first.milestones, on: DietFixture.day(15), at: DietFixture.noon(15))
    let second = try plan.glance(15)
    #expect(second.milestones.isEmpty && second.lesson == nil)
    #expect(try plan.diet.seenTopics() == [.adaptation])
    // On another day, they are those of the day.
    #expect(try plan.diet.glance(on: DietFixture.day(15), today: DietFixture.day(16)).milestones == [.maintenanceBegins(cycle: 1)])
  }

  @Test("D-PHASE-6: the review of day 21 has what changed")
  func theReview() throws {
    try plan.setUp()
    for n in 1...21 where n != 4 {
      try plan.eat(n, Nutrition(energyKcal: n < 8 || n > 14 ? 2200 : 1800))
      try plan.weigh(n, 80 - Double(n) / 10)
    }
    let review = try #require(try plan.glance(21).review)
    #expect(
      DietWords.metric.lines(review) == [
        "You logged on 20 of 21 days.", "Weight average: 79.6 kg in the first week, 78.2 kg now (-1.4 kg).",
        "Gentle start, 7 days: ate 2200 kcal on average, target 2300 kcal.", "Diet, 7 days: ate 1800 kcal on average, target 1900 kcal.",
        "Maintenance, 7 days: ate 2200 kcal on average, target 2300 kcal.",
      ])
    #expect(try plan.glance(20).review == nil && plan.glance(42).review?.planDay == 42)
  }

  @Test func theDayAtAGlanceHasTheEnergyThatIsLeft() throws {
    func standing(_ n: Int) throws -> DietStanding? {
      try DayGlance(
        plan.library, at: DietFixture.noon(n), countsAll: false, dailyBytes: nil, settings: HealthSettings(zone: "UTC"), folders: []
      ).diet
    }
    #expect(try standing(1) == nil)
    try plan.setUp()
    try plan.eat(9, Nutrition(energyKcal: 1250))
    #expect(try standing(9)?.remainingKcal == 650 && standing(8)?.targetKcal == 1900)
    try plan.diet.stop(at: DietFixture.noon(20))
    #expect(try standing(20) == nil)
  }
}

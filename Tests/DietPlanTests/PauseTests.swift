import DietPlan
import HealthModel
import Testing

@Suite struct PauseTests {
  private func event(_ id: String, _ n: Int, _ content: DietEvent.Content) -> DietEvent { DietEvent(id: id, day: Diet.nth(n), content) }

  @Test("D-PHASE-1: a pause is at maintenance and shifts the rest of 400 days")
  func pausesShift() throws {
    // Paused on calendar days 5–9, 30–30 and 100–149: 5 + 1 + 50 days.
    let history = Diet.history(
      Diet.profile, event("1", 5, .pause(plan: "p")), event("2", 10, .resume(plan: "p")), event("3", 30, .pause(plan: "p")),
      event("4", 31, .resume(plan: "p")), event("5", 100, .pause(plan: "p")), event("6", 150, .resume(plan: "p")))
    let paused = Set([5...9, 30...30, 100...149].flatMap(Array.init))
    var planDay = 0
    for n in 1...400 {
      let day = try #require(DietDay(Diet.nth(n), history: history, log: DietLog()))
      if paused.contains(n) {
        #expect(day.phase == .maintenance && day.dayOfPhase == nil && day.daysToSwitch == nil && day.target.kcal == 2300)
        #expect(day.target.rule == .maintenance(.paused))
      } else {
        planDay += 1
        #expect(day.state == .running(PhasePosition(planDay: planDay)), "day \(n)")
      }
    }
    #expect(planDay == 344)
    #expect(history.state(on: Diet.nth(9)) == .paused(PhasePosition(planDay: 5), since: Diet.nth(5)))
    #expect(history.activeSince(on: Diet.nth(4)) == Diet.nth(1) && history.activeSince(on: Diet.nth(200)) == Diet.nth(150))
    #expect(history.activeSince(on: Diet.nth(5)) == nil)
  }

  @Test func aPauseResumedOnTheSameDayTakesNoDay() {
    let history = Diet.history(Diet.profile, event("1", 5, .pause(plan: "p")), event("2", 5, .resume(plan: "p")))
    #expect(history.state(on: Diet.nth(5)) == .running(PhasePosition(planDay: 5)))
  }

  @Test func twoDevicesThatPauseOrResumeBothCountOnce() {
    let history = Diet.history(
      Diet.profile, event("1", 5, .pause(plan: "p")), event("2", 6, .pause(plan: "p")), event("3", 8, .resume(plan: "p")),
      event("4", 9, .resume(plan: "p")))
    #expect(history.state(on: Diet.nth(9)) == .running(PhasePosition(planDay: 6)))
  }

  @Test func aPauseBeforeTheStartDelaysItsFirstDay() {
    let history = DietHistory([Diet.setUp(from: Diet.nth(-4)), event("1", -2, .pause(plan: "p")), event("2", 4, .resume(plan: "p"))])
    #expect(history.state(on: Diet.nth(-1)) == .notStarted(days: 2))
    #expect(history.state(on: Diet.nth(2)) == .paused(PhasePosition(planDay: 1), since: Diet.nth(-2)))
    #expect(history.state(on: Diet.nth(4)) == .running(PhasePosition(planDay: 1)))
  }

  @Test func aStopIsFinalUntilAPlanStartsAnew() {
    let history = Diet.history(
      Diet.profile, event("1", 10, .stop(plan: "p")), event("2", 11, .resume(plan: "p")),
      Diet.setUp(start: Diet.nth(20), from: Diet.nth(15), id: "3", plan: "q"))
    #expect(history.state(on: Diet.nth(9)) == .running(PhasePosition(planDay: 9)))
    #expect(history.state(on: Diet.nth(14)) == .stopped(since: Diet.nth(10)))
    #expect(history.state(on: Diet.nth(15)) == .notStarted(days: 5))
    #expect(history.state(on: Diet.nth(20)) == .running(PhasePosition(planDay: 1)))
  }

  @Test func anOpenPauseEndsWithItsPlan() {
    let history = Diet.history(
      Diet.profile, event("1", 5, .pause(plan: "p")), Diet.setUp(start: Diet.nth(8), from: Diet.nth(8), id: "2", plan: "q"))
    #expect(history.state(on: Diet.nth(8)) == .running(PhasePosition(planDay: 1)))
  }

  @Test func changesThatMakeNoSenseAreRefused() {
    let history = Diet.history(
      Diet.profile, event("1", 5, .pause(plan: "p")), event("2", 9, .resume(plan: "p")), event("3", 12, .stop(plan: "p")))
    func fault(_ content: DietEvent.Content, _ n: Int, today: Int = 1) -> DietFault? {
      history.fault(adding: content, on: Diet.nth(n), today: Diet.nth(today))
    }
    #expect(fault(.pause(plan: "p"), 4) == nil)
    #expect(fault(.pause(plan: "p"), 6) == .alreadyPaused(since: Diet.nth(5)))
    #expect(fault(.resume(plan: "p"), 6) == nil)
    #expect(fault(.resume(plan: "p"), 4) == .notPaused)
    #expect(fault(.stop(plan: "p"), 6) == nil)
    #expect(fault(.stop(plan: "p"), 12) == .alreadyStopped(since: Diet.nth(12)))
    #expect(fault(.pause(plan: "p"), 13) == .alreadyStopped(since: Diet.nth(12)))
    #expect(fault(.pause(plan: "q"), 4) == .noSuchPlan)
    #expect(fault(.pause(plan: "p"), -1, today: -5) == .noSuchPlan)
    #expect(fault(.pause(plan: "p"), 4, today: 5) == .dayHasPassed(Diet.nth(4), today: Diet.nth(5)))
    #expect(
      fault(.profile(Diet.profile, plan: PlanStart(id: "p", day: Diet.start)), 4, today: 5)
        == .dayHasPassed(Diet.nth(4), today: Diet.nth(5)))
    #expect(fault(.lesson(.tdee), 4, today: 5) == nil)
    var steady = Diet.profile
    steady.goal = .gain
    #expect(Diet.history(steady).fault(adding: .pause(plan: "p"), on: Diet.nth(4), today: Diet.nth(4)) == .nothingToPause)
    #expect(
      DietHistory([]).fault(adding: .profile(Diet.profile, plan: PlanStart(id: "p", day: Diet.start)), on: Diet.start, today: Diet.nth(9))
        == nil)
  }
}

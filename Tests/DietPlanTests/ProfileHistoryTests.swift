import DietPlan
import HealthModel
import Testing

@Suite struct ProfileHistoryTests {
  @Test("D-PHASE-1, D-ENERGY-3: a later edit changes no past day")
  func editsHoldFromTheirDay() throws {
    var active = Diet.profile
    active.activity = .active
    let before = Diet.history()
    let after = DietHistory([Diet.setUp(), Diet.setUp(active, from: Diet.nth(12), id: "1")])
    for n in 1...11 {
      #expect(DietDay(Diet.nth(n), history: after, log: DietLog()) == DietDay(Diet.nth(n), history: before, log: DietLog()))
    }
    // 1672.5 · 1.725 = 2885.06; 2885 · 19/23 = 2383.26. The phase goes on.
    let day = try #require(DietDay(Diet.nth(12), history: after, log: DietLog()))
    #expect(day.target.kcal == 2383 && day.dayOfPhase == 12)
  }

  @Test func aGoalThatChangesInTheMiddleEndsAndContinuesThePhases() {
    var gain = Diet.profile
    gain.goal = .gain
    let history = DietHistory([
      Diet.setUp(), Diet.setUp(gain, from: Diet.nth(10), id: "1"), Diet.setUp(from: Diet.nth(20), id: "2"),
      Diet.setUp(start: Diet.nth(30), from: Diet.nth(30), id: "3", plan: "q"),
    ])
    #expect(history.state(on: Diet.nth(9)) == .running(PhasePosition(planDay: 9)))
    #expect(history.state(on: Diet.nth(10)) == .steady)
    // The same plan: calendar days went on.
    #expect(history.state(on: Diet.nth(20)) == .running(PhasePosition(planDay: 20)))
    // A new one begins gently.
    #expect(history.state(on: Diet.nth(30)) == .running(PhasePosition(planDay: 1)))
  }

  @Test func aStartThatIsMovedHoldsFromTheEditOn() {
    let history = DietHistory([Diet.setUp(), Diet.setUp(start: Diet.nth(-6), from: Diet.nth(3), id: "1")])
    #expect(history.state(on: Diet.nth(2)) == .running(PhasePosition(planDay: 2)))
    #expect(history.state(on: Diet.nth(3)) == .running(PhasePosition(planDay: 10)))
  }

  @Test func twoDevicesAgreeWhateverTheOrderOfArrival() {
    var (light, heavy) = (Diet.profile, Diet.profile)
    (light.weightKg, heavy.weightKg) = (70, 90)
    var events = [Diet.setUp(), Diet.setUp(light, from: Diet.nth(9), id: "a"), Diet.setUp(heavy, from: Diet.nth(9), id: "b")]
    events.append(DietEvent(id: "c", day: Diet.nth(11), .pause(plan: "p")))
    let wanted = (1...40).map { DietDay(Diet.nth($0), history: DietHistory(events), log: DietLog()) }
    var generator = Diet.generator(1)
    for _ in 0..<50 {
      let history = DietHistory(events.shuffled(using: &generator))
      #expect((1...40).map { DietDay(Diet.nth($0), history: history, log: DietLog()) } == wanted)
    }
    // The later id of a day wins.
    #expect(DietHistory(events).version(on: Diet.nth(9))?.profile.weightKg == 90)
  }

  @Test func entriesOfAClockThatRanAheadAreFound() {
    let history = DietHistory([
      Diet.setUp(), Diet.setUp(from: Diet.day("2031-01-01"), id: "x"), DietEvent(id: "w", day: Diet.day("2031-01-02"), .pause(plan: "p")),
      DietEvent(id: "v", day: Diet.day("2031-01-02"), .lesson(.tdee)),
    ])
    #expect(history.entries(after: Diet.nth(5)) == ["w", "x"])
    #expect(history.entries(after: Diet.day("2031-01-01")) == ["w"])
  }

  @Test func withoutASetUpThereIsNothing() {
    let empty = DietHistory([DietEvent(id: "1", day: Diet.start, .pause(plan: "p"))])
    #expect(empty.state(on: Diet.nth(3)) == nil && empty.version(on: Diet.nth(3)) == nil && empty.activeSince(on: Diet.nth(3)) == nil)
    #expect(DietDay(Diet.nth(3), history: empty, log: DietLog()) == nil && empty.profileWeight(on: Diet.nth(3)) == nil)
    #expect(empty.openMilestones(on: Diet.nth(3)).isEmpty)
  }
}

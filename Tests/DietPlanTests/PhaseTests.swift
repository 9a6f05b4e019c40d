import DietPlan
import HealthModel
import Testing

@Suite struct PhaseTests {
  /// The phases of the first 400 days, block by block.
  static let phases: [DietPhase] = {
    func block(_ phase: DietPhase, _ days: Int) -> [DietPhase] { Array(repeating: phase, count: days) }
    let first = block(.gentleStart, 7) + block(.diet, 7) + block(.maintenance, 14)
    let later = block(.diet, 14) + block(.maintenance, 14)
    return first + (1...14).flatMap { _ in later }
  }()

  @Test("D-PHASE-2: 400 days are cycles of 14 days of diet and 14 of maintenance, the first week a gentle start")
  func fourHundredDays() {
    let history = Diet.history()
    for n in 1...400 { #expect(history.state(on: Diet.nth(n))?.phase == PhaseTests.phases[n - 1], "day \(n)") }
    #expect(history.state(on: Diet.nth(0)) == nil)
  }

  @Test(
    "D-PHASE-4: day of the block, days to the switch and cycle",
    arguments: [
      // day of the plan, phase, day X of 14, days to the switch, cycle
      (1, .gentleStart, 1, 7, 1), (7, .gentleStart, 7, 1, 1), (8, .diet, 8, 7, 1), (14, .diet, 14, 1, 1), (15, .maintenance, 1, 14, 1),
      (21, .maintenance, 7, 8, 1), (28, .maintenance, 14, 1, 1), (29, .diet, 1, 14, 2), (42, .diet, 14, 1, 2), (43, .maintenance, 1, 14, 2),
      (56, .maintenance, 14, 1, 2), (57, .diet, 1, 14, 3), (400, .diet, 8, 7, 15),
    ] as [(Int, DietPhase, Int, Int, Int)])
  func positions(n: Int, phase: DietPhase, dayOfPhase: Int, toSwitch: Int, cycle: Int) throws {
    // 400 = 14 · 28 + 8: day 8 of cycle 15.
    let day = try #require(DietDay(Diet.nth(n), history: Diet.history(), log: DietLog()))
    #expect(day.phase == phase && day.dayOfPhase == dayOfPhase && day.daysToSwitch == toSwitch && day.state.cycle == cycle)
  }

  @Test("D-PHASE-4: the phase changes after just the days to the switch, to the phase announced")
  func switches() {
    for n in 1...200 {
      let position = PhasePosition(planDay: n)
      for day in n..<(n + position.daysToSwitch) { #expect(PhasePosition(planDay: day).phase == position.phase) }
      #expect(PhasePosition(planDay: n + position.daysToSwitch).phase == position.next)
    }
    #expect(PhasePosition(planDay: -3).planDay == 1)
  }

  @Test("D-PHASE-7: day 14 is the last before maintenance")
  func day14() {
    let position = PhasePosition(planDay: 14)
    #expect(position.dayOfPhase == 14 && position.daysToSwitch == 1 && position.next == .maintenance && PhasePosition.blockDays == 14)
  }

  @Test("D-PHASE-1: the switch is at local midnight for 400 days, on days of 23 and 25 hours too")
  func localMidnight() {
    let history = Diet.history()
    var hours: [Int64: Int] = [:]
    for n in 1...400 {
      let midnight = Diet.berlin.moment(on: Diet.nth(n), minute: 0)
      let next = Diet.berlin.moment(on: Diet.nth(n + 1), minute: 0).ms
      hours[(next - midnight.ms) / 3_600_000, default: 0] += 1
      #expect(midnight.minuteOfDay == 0)
      for ms in [midnight.ms, next - 1] {
        let day = Diet.berlin.moment(atMs: ms).day
        #expect(day == Diet.nth(n) && history.state(on: day)?.phase == PhaseTests.phases[n - 1])
      }
    }
    // 2026-03-02 + 399 = 2027-04-05: two springs, one autumn.
    #expect(hours == [23: 2, 24: 397, 25: 1])
  }

  @Test("D-PHASE-1: travel repeats or skips hours of a day, never a phase's place in the calendar")
  func zones() {
    let history = Diet.history()
    let zones = [Diet.berlin, Diet.zone("NZST-12NZDT,M9.5.0,M4.1.0/3"), Diet.zone("HST10"), Diet.zone("EST5EDT,M3.2.0,M11.1.0")]
    var lastPhases: [Day: DietPhase] = [:]
    let firstMs = Diet.berlin.moment(on: Diet.start, minute: 720).ms
    for hour in 0..<(24 * 398) {
      // Another zone every 50 hours.
      let moment = zones[hour / 50 % zones.count].moment(atMs: firstMs + Int64(hour) * 3_600_000)
      let n = moment.day.number - Diet.start.number + 1
      guard n >= 1, let phase = history.state(on: moment.day)?.phase else { continue }
      #expect(phase == PhaseTests.phases[n - 1])
      #expect(lastPhases.updateValue(phase, forKey: moment.day) ?? phase == phase)
    }
    #expect(lastPhases.count > 390)
  }

  @Test("D-PHASE-1: gaps without logs and clocks that jump don't move the plan")
  func gapsAndJumps() throws {
    let history = Diet.history()
    // Logs on a few days only, and one in 2031 by a wrong clock.
    let days = [1, 2, 30, 31, 200, 1900].map(Diet.nth)
    let log = DietLog(intakes: Dictionary(uniqueKeysWithValues: days.map { ($0, DietIntake([Nutrition(energyKcal: 500)])) }))
    // Asked in an order that a clock going back and forth gives.
    for n in [400, 1, 399, 15, 16, 14, 8, 7, 380, 29, 28, 1, 400] {
      let day = try #require(DietDay(Diet.nth(n), history: history, log: log))
      #expect(day.phase == PhaseTests.phases[n - 1], "day \(n)")
    }
  }

  @Test("D-PHASE-1: a start in the future has no phase until then, one in the past is under way at once")
  func starts() {
    let ahead = DietHistory([Diet.setUp(from: Diet.nth(-9))])
    #expect(ahead.state(on: Diet.nth(-9)) == .notStarted(days: 10))
    #expect(ahead.state(on: Diet.nth(0)) == .notStarted(days: 1))
    #expect(ahead.state(on: Diet.nth(0))?.phase == nil)
    #expect(ahead.state(on: Diet.nth(1)) == .running(PhasePosition(planDay: 1)))
    // Set up on day 10 with a start nine days before: dated back to the start, as nothing came before.
    let first = DietHistory([]).day(forStart: Diet.start, today: Diet.nth(10))
    #expect(first == Diet.start && DietHistory([]).day(forStart: Diet.nth(20), today: Diet.nth(10)) == Diet.nth(10))
    #expect(DietHistory([Diet.setUp(from: first)]).state(on: Diet.nth(10))?.phase == .diet)
    // Later versions hold from today on.
    #expect(Diet.history().day(forStart: Diet.nth(5), today: Diet.nth(10)) == Diet.nth(10))
  }

  @Test("D-PHASE-1: the goals to maintain and to gain have no phases", arguments: [DietGoal.maintain, .gain])
  func steady(goal: DietGoal) throws {
    var profile = Diet.profile
    profile.goal = goal
    let day = try #require(DietDay(Diet.nth(20), history: Diet.history(profile), log: DietLog()))
    #expect(day.state == .steady && day.phase == nil && day.dayOfPhase == nil && day.daysToSwitch == nil && day.state.cycle == nil)
  }

  @Test("D-PHASE-4: the current and the next phases with their dates and targets")
  func spans() {
    let spans = Diet.history(Diet.profile, DietEvent(id: "1", day: Diet.nth(20), .pause(plan: "p"))).spans(from: Diet.nth(3), count: 4)
    #expect(spans.map(\.phase) == [.gentleStart, .diet, .maintenance, .maintenance])
    #expect(spans.map(\.first) == [Diet.nth(3), Diet.nth(8), Diet.nth(15), Diet.nth(20)])
    // The pause has no end yet; 200 days were looked at.
    #expect(spans.map(\.last) == [Diet.nth(7), Diet.nth(14), Diet.nth(19), Diet.nth(202)])
    #expect(spans.map(\.isPaused) == [false, false, false, true] && spans.map(\.targetKcal) == [2300, 1900, 2300, 2300])
    #expect(DietHistory([Diet.setUp(from: Diet.nth(-40))]).spans(from: Diet.nth(-30), count: 1).map(\.first) == [Diet.nth(1)])
  }
}

import DietPlan
import HealthModel
import Testing

@Suite struct NoticeTests {
  private func wanted(
    _ days: ClosedRange<Int>, history: DietHistory = Diet.history(), log: DietLog = DietLog(), choice: NoticeChoice = NoticeChoice(),
    zone: ZoneRules = Diet.berlin
  ) -> [DietNotice] {
    DietNotices.wanted(on: Diet.nth(days.lowerBound)...Diet.nth(days.upperBound), history: history, log: log, choice: choice, zone: zone)
  }

  /// Logs on every day through the `n`th of the plan, so that no messages about missing logs mix in.
  private func logged(through n: Int, at ms: [Int64] = []) -> DietLog {
    let intake = DietIntake([Nutrition(energyKcal: 500)])
    return DietLog(intakes: Dictionary(uniqueKeysWithValues: (1...n).map { (Diet.nth($0), intake) }), mealsLoggedAtMs: ms)
  }

  private func lines(_ notices: [DietNotice]) -> [String] {
    notices.map { "\($0.fireAt.iso8601) \($0.id.dropFirst(5)) \($0.content.name)" }
  }

  @Test("D-NOTIFY-1, D-PHASE-6: each notice at its minute on the day when clocks go forward")
  func spring() {
    // Day 28 of the plan. Clocks show CET (+1) until 02:00 and CEST (+2) from 03:00 on.
    let notices = wanted(28...28, log: logged(through: 28), choice: NoticeChoice(weighInMinute: 420))
    #expect(
      lines(notices) == [
        "2026-03-29T07:00:00+02:00 2026-03-29/weight diet_weigh_in", "2026-03-29T09:00:00+02:00 p/cycle-1 diet_cycle_completed",
        "2026-03-29T11:30:00+02:00 2026-03-29/meal-720/prepare diet_prepare",
        "2026-03-29T12:30:00+02:00 2026-03-29/meal-720/after diet_reminder",
        "2026-03-29T14:30:00+02:00 2026-03-29/meal-900/prepare diet_prepare",
        "2026-03-29T15:30:00+02:00 2026-03-29/meal-900/after diet_reminder",
        "2026-03-29T17:30:00+02:00 2026-03-29/meal-1080/prepare diet_prepare",
        "2026-03-29T18:30:00+02:00 2026-03-29/meal-1080/after diet_reminder",
      ])
    // 2026-03-29T00:00Z is 1,774,742,400 s; 11:30 CEST is 09:30 UTC.
    #expect(notices[2].fireAt.ms == 1_774_742_400_000 + 34_200_000 && notices[2].notAfterMs == notices[2].fireAt.ms + 1_800_000)
    #expect(notices[3].notAfterMs == notices[3].fireAt.ms + 3_600_000)
    // The end of the day, 23 hours after its begin at 23:00 UTC: 22:00 UTC less 1 ms.
    #expect(notices[0...1].allSatisfy { $0.notAfterMs == 1_774_742_400_000 + 22 * 3_600_000 - 1 })
    #expect(notices.allSatisfy { $0.day == Diet.nth(28) && $0.voice == .supportive })
  }

  @Test("D-NOTIFY-1: eating times at hours that clocks skip or show twice")
  func nights() {
    var profile = Diet.profile
    // 00:00–06:00, at 02:15, 02:30 and 03:15.
    (profile.window, profile.mealTimes) = (EatingWindow(startMin: 0), [135, 150, 195])
    func times(_ day: Day) -> [String] {
      let n = day.number - Diet.start.number + 1
      let history = DietHistory([Diet.setUp(profile, start: day.adding(-2))])
      return lines(wanted(n...n, history: history, log: logged(through: n))).map { String($0.dropFirst(11).prefix(14)) + $0.suffix(8) }
    }
    // 02:15 and 02:30 are skipped: 03:15 and 03:30. 03:15 itself is the same instant as the first, and counts once.
    #expect(
      times(Diet.day("2026-03-29")) == [
        "01:45:00+01:00_prepare", "03:00:00+02:00_prepare", "03:45:00+02:00reminder", "04:00:00+02:00reminder",
      ])
    // 02:15 and 02:30 are shown twice: the first ones, in summer time. Half an hour after 02:30 is 02:00 in winter time.
    #expect(
      times(Diet.day("2026-10-25")) == [
        "01:45:00+02:00_prepare", "02:00:00+02:00_prepare", "02:45:00+02:00reminder", "02:00:00+01:00reminder", "02:45:00+01:00_prepare",
        "03:45:00+01:00reminder",
      ])
  }

  @Test("D-NOTIFY-1: thanks if a meal was logged in the last 30 minutes, else a reminder; one of them per eating time")
  func thanks() {
    let noon = Diet.berlin.moment(on: Diet.nth(9), minute: 720).ms
    func after(_ logged: Int64...) -> [DietNotice] {
      wanted(9...9, log: self.logged(through: 9, at: logged)).filter { $0.id == "diet/\(Diet.nth(9))/meal-720/after" }
    }
    #expect(after().map(\.content) == [.reminder(.lunch)])
    for logged in [noon, noon + 60_000, noon + 1_800_000] {
      let found = after(logged)
      #expect(found.count == 1 && found.allSatisfy { if case .thanks(.lunch, let variant) = $0.content { variant >= 0 } else { false } })
    }
    for logged in [noon - 1, noon + 1_800_001] { #expect(after(logged).map(\.content) == [.reminder(.lunch)]) }
    #expect(after(noon - 86_400_000, noon + 60_000, noon + 86_400_000).map(\.content.name) == ["diet_thanks"])
  }

  @Test("D-NOTIFY-5: the meal is named by the time, and thanks vary")
  func meals() {
    let prepared = wanted(9...9, log: logged(through: 9)).compactMap {
      if case .prepare(let slot, let minute) = $0.content { (slot, minute) } else { nil }
    }
    #expect(prepared.map(\.0) == [.lunch, .snack, .dinner] && prepared.map(\.1) == [720, 900, 1080])
    let instants = (8...13).map { Diet.berlin.moment(on: Diet.nth($0), minute: 725).ms }
    let variants = wanted(8...13, log: logged(through: 13, at: instants)).compactMap {
      if case .thanks(_, let variant) = $0.content { variant % 3 } else { nil }
    }
    #expect(Set(variants) == [0, 1, 2])
  }

  @Test("D-NOTIFY-1: the weight reminder is optional and ends with the weight")
  func weighIn() {
    let choice = NoticeChoice(weighInMinute: 420)
    func count(_ log: DietLog, _ choice: NoticeChoice) -> Int { wanted(9...9, log: log, choice: choice).count { $0.content == .weighIn } }
    #expect(count(DietLog(), NoticeChoice()) == 0 && count(DietLog(), choice) == 0)
    #expect(count(logged(through: 8), choice) == 1)
    let weighed = DietLog(weights: DietWeights([Diet.weight(Diet.nth(9), 80, device: "scale"), Diet.weight(Diet.nth(8), 80)]))
    #expect(count(weighed, choice) == 0)
  }

  @Test("D-NOTIFY-2: the style is passed on", arguments: NoticeVoice.allCases)
  func voice(voice: NoticeVoice) {
    #expect(wanted(9...9, choice: NoticeChoice(voice: voice)).allSatisfy { $0.voice == voice })
    #expect(NoticeVoice.allCases.map(\.rawValue) == ["supportive", "gentle-guilt"] && NoticeChoice().voice == .supportive)
  }

  @Test("D-NOTIFY-3: none when notices are off, before the start and after a stop")
  func off() {
    #expect(wanted(1...40, choice: NoticeChoice(isOn: false, weighInMinute: 420)).isEmpty)
    #expect(wanted(-9...0, history: DietHistory([Diet.setUp(from: Diet.nth(-9))])).isEmpty)
    let stopped = Diet.history(Diet.profile, DietEvent(id: "1", day: Diet.nth(5), .stop(plan: "p")))
    #expect(wanted(5...20, history: stopped, choice: NoticeChoice(weighInMinute: 420)).isEmpty && !wanted(4...4, history: stopped).isEmpty)
    #expect(wanted(1...9, history: DietHistory([])).isEmpty)
  }

  @Test("D-NOTIFY-4: messages on the 1st, 3rd and 7th day without a log, then silence")
  func absence() {
    let log = logged(through: 10)
    let notices = wanted(11...30, log: log, choice: NoticeChoice(weighInMinute: 420))
    let absences = notices.filter { if case .absence = $0.content { true } else { false } }
    #expect(
      lines(absences) == [
        "2026-03-12T20:00:00+01:00 2026-03-12/absence diet_absence", "2026-03-14T20:00:00+01:00 2026-03-14/absence diet_absence",
        "2026-03-18T20:00:00+01:00 2026-03-18/absence diet_absence",
      ])
    #expect(
      absences.map(\.content) == [.absence(days: 1, streakDays: 10), .absence(days: 3, streakDays: 0), .absence(days: 7, streakDays: 0)])
    // The 7th day is day 17 of the plan; nothing comes after its message.
    #expect(notices.last == absences.last)
    // A log on day 20 ends the silence.
    let back = DietLog(intakes: log.intakes.merging(Diet.meals(Nutrition(energyKcal: 1), on: Diet.nth(20))) { $1 })
    #expect(wanted(18...19, log: back).isEmpty && wanted(20...20, log: back).count == 6)
  }

  @Test("D-NOTIFY-4: days before the start and paused days aren't days without a log")
  func absenceAfterAPause() {
    #expect(wanted(1...1).last?.content == .absence(days: 1, streakDays: 0))
    let history = Diet.history(
      Diet.profile, DietEvent(id: "1", day: Diet.nth(4), .pause(plan: "p")), DietEvent(id: "2", day: Diet.nth(20), .resume(plan: "p")))
    let notices = wanted(4...22, history: history, log: logged(through: 3))
    #expect(notices.first?.day == Diet.nth(20))
    #expect(
      notices.filter { $0.content.name == "diet_absence" }.map(\.content) == [
        .absence(days: 1, streakDays: 0), .absence(days: 3, streakDays: 0),
      ])
    // A paused day may still ask for the weight.
    #expect(wanted(5...5, history: history, choice: NoticeChoice(weighInMinute: 420)).map(\.content) == [.weighIn])
  }

  @Test("D-NOTIFY-7, D-PHASE-6, D-PHASE-8: milestones of the plan with their numbers")
  func milestones() {
    let notices = wanted(1...57, log: logged(through: 57)).filter { $0.id.hasPrefix("diet/p/") }
    let days = notices.map { $0.day.number - Diet.start.number + 1 }
    #expect(days == [2, 8, 15, 21, 28, 29, 42, 43, 56, 57])
    #expect(
      notices.map(\.content) == [
        .checkIn, .caloriesFall(fromKcal: 2300, toKcal: 1900), .caloriesRise(fromKcal: 1900, toKcal: 2300), .review(planDay: 21),
        .cycleCompleted(cycle: 1), .caloriesFall(fromKcal: 2300, toKcal: 1900), .review(planDay: 42),
        .caloriesRise(fromKcal: 1900, toKcal: 2300), .cycleCompleted(cycle: 2), .caloriesFall(fromKcal: 2300, toKcal: 1900),
      ])
    #expect(notices.allSatisfy { $0.fireAt.minuteOfDay == 540 })
    let shown = Diet.history(Diet.profile, DietEvent(id: "1", day: Diet.nth(2), .milestone(.checkIn, plan: "p", answer: true)))
    #expect(wanted(2...2, history: shown).allSatisfy { $0.content != .checkIn })
  }

  @Test("D-PROFILE-5, D-NOTIFY-7: the other goals have no eating times and no milestones", arguments: [DietGoal.maintain, .gain])
  func otherGoals(goal: DietGoal) {
    var profile = Diet.profile
    profile.goal = goal
    #expect(wanted(1...60, history: Diet.history(profile), log: logged(through: 60)).isEmpty)
    #expect(wanted(1...60, history: Diet.history(profile)).map(\.content.name) == ["diet_absence", "diet_absence", "diet_absence"])
  }

  @Test func aFloorThatMakesAllDaysEqualIsNoSwitch() {
    // 350 + 1000 − 250 − 161 = 939; · 1.2 = 1126.8, so diet days are at 1127, too. Set-up refuses that; a record of another device may
    // have it.
    let profile = DietProfile(sex: .female, age: 50, heightCm: 160, weightKg: 35, activity: .sedentary, goal: .lose)
    let names = wanted(1...29, history: Diet.history(profile), log: logged(through: 29)).map(\.content.name)
    #expect(names == ["diet_check_in", "diet_review", "diet_cycle_completed"])
  }

  @Test func choicesBeyondTheDayAreKeptWithinIt() {
    let choice = NoticeChoice(weighInMinute: .max, milestoneMinute: .min, absenceMinute: 5000)
    #expect(wanted(2...2, choice: choice).allSatisfy { $0.fireAt.day == Diet.nth(2) && $0.notAfterMs >= $0.fireAt.ms })
  }
}

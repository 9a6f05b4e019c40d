import DietPlan
import HealthModel
import TestSupport
import Testing

/// A random history of plans: entries dated in the order in which they were made.
private struct RandomHistory {
  var events: [DietEvent]
  /// The last day on which something happens.
  var last: Day

  init(using generator: inout SeededGenerator) {
    var day = Diet.nth(Int.random(in: -20...5, using: &generator))
    var plan = PlanStart(id: "plan0", day: Diet.nth(Int.random(in: -10...20, using: &generator)))
    var profile = Diet.profile
    events = [DietEvent(id: "000", day: min(day, plan.day), .profile(profile, plan: plan))]
    for index in 1...Int.random(in: 1...12, using: &generator) {
      day = day.adding(Int.random(in: 0...25, using: &generator))
      let content: DietEvent.Content
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<3: content = .pause(plan: plan.id)
      case 3..<6: content = .resume(plan: plan.id)
      case 6: content = .stop(plan: plan.id)
      case 7:
        plan = PlanStart(id: "plan\(index)", day: day.adding(Int.random(in: -30...10, using: &generator)))
        content = .profile(profile, plan: plan)
      default:
        profile.goal = Bool.random(using: &generator) ? .lose : DietGoal.allCases.randomElement(using: &generator) ?? .lose
        profile.weightKg = Double(Int.random(in: 500...1200, using: &generator)) / 10
        content = .profile(profile, plan: plan)
      }
      events.append(DietEvent(id: index < 10 ? "00\(index)" : "0\(index)", day: day, content))
    }
    last = day.adding(60)
  }

  /// The days from before the first entry to two months after the last.
  var days: [Day] { (Diet.nth(-40).number...last.number).map(Day.init(number:)) }
}

@Suite struct DietPropertyTests {
  private func each(_ count: Int, _ body: (RandomHistory, inout SeededGenerator) throws -> Void) rethrows {
    for seed in 1...count {
      var generator = Diet.generator(UInt64(seed))
      let history = RandomHistory(using: &generator)
      try body(history, &generator)
    }
  }

  /// The state of a day by counting days one by one: slow, and independent of `DietHistory`. The entries are in the order of their days.
  private func walkedState(_ events: [DietEvent], on day: Day) -> DietState? {
    var version: (profile: DietProfile, plan: PlanStart)?
    for event in events where event.day <= day { if case .profile(let profile, let plan) = event.content { version = (profile, plan) } }
    guard let (profile, plan) = version else { return nil }
    var (planDay, pausedSince): (Int, Day?) = (0, nil)
    let first = min(plan.day, events.map(\.day).min() ?? plan.day)
    for number in first.number...max(first, day).number {
      for event in events where event.day.number == number && event.day <= day {
        switch event.content {
        case .pause(plan.id): pausedSince = pausedSince ?? event.day
        case .resume(plan.id): pausedSince = nil
        case .stop(plan.id): return .stopped(since: event.day)
        default: break
        }
      }
      if number >= plan.day.number && pausedSince == nil { planDay += 1 }
    }
    if day < plan.day { return .notStarted(days: plan.day.number - day.number) }
    if profile.goal != .lose { return .steady }
    return pausedSince.map { .paused(PhasePosition(planDay: planDay + 1), since: $0) } ?? .running(PhasePosition(planDay: planDay))
  }

  @Test("D-PHASE-1: every day has exactly one state, the one that counting days gives")
  func oneState() {
    each(200) { random, _ in
      let history = DietHistory(random.events)
      for day in random.days { #expect(history.state(on: day) == walkedState(random.events, on: day), "\(day) \(random.events)") }
    }
  }

  @Test("D-PHASE-1: the phase of a day doesn't depend on when it is asked, nor on entries made later")
  func pastDaysStay() {
    each(200) { random, generator in
      let full = DietHistory(random.events.shuffled(using: &generator))
      for count in 1...random.events.count {
        let then = DietHistory(Array(random.events.prefix(count)))
        // Entries after the `count`th are dated this day or later.
        let next = count < random.events.count ? random.events[count].day : random.last
        for day in random.days where day < next {
          #expect(full.state(on: day) == then.state(on: day) && full.version(on: day) == then.version(on: day))
        }
      }
    }
  }

  @Test("D-MEAL-3: adding a meal never raises what is left, and no sum falls")
  func meals() throws {
    try each(200) { random, generator in
      let history = DietHistory(random.events)
      let day = random.days.last ?? Diet.start
      var meals: [Nutrition] = []
      var before = try #require(DietDay(day, history: history, log: DietLog()))
      for _ in 1...8 {
        func value(_ most: Double) -> Double? {
          switch Int.random(in: 0..<8, using: &generator) {
          case 0: nil
          case 1: [-.infinity, -5, .nan, .infinity, 1e308].randomElement(using: &generator) ?? nil
          default: Double.random(in: 0...most, using: &generator)
          }
        }
        meals.append(Nutrition(energyKcal: value(9999), proteinG: value(200), carbsG: value(400), fatG: value(200)))
        let after = try #require(DietDay(day, history: history, log: DietLog(intakes: [day: DietIntake(meals)])))
        #expect(after.remainingKcal <= before.remainingKcal && after.ring.totalDegrees >= before.ring.totalDegrees)
        for macro in Macro.allCases {
          #expect((after.eaten.grams[macro] ?? 0) >= (before.eaten.grams[macro] ?? 0))
          #expect((0...1).contains(after.progress[macro].bar))
        }
        let drawn = after.ring.drawn
        #expect(drawn.macros.protein + drawn.macros.carbs + drawn.macros.fat + drawn.unknown <= 360 + 1e-6)
        before = after
      }
    }
  }

  @Test("D-NOTIFY-3: a notice fires at most once, and an eating time gets one reminder or one thanks")
  func notices() {
    let zones = [
      Diet.berlin, Diet.zone("HST10"), Diet.zone("NZST-12NZDT,M9.5.0,M4.1.0/3"), Diet.zone("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"),
    ]
    each(12) { random, generator in
      let history = DietHistory(random.events)
      var intakes: [Day: DietIntake] = [:]
      var loggedAt: [Int64] = []
      var fired: [String: DietNotice] = [:]
      let choice = NoticeChoice(weighInMinute: 420)
      let begin = Diet.berlin.moment(on: random.days[0], minute: 0).ms
      // A notifier that wakes every 13 to 47 minutes for 60 days, plans anew each time, and moves to another zone now and then.
      var now = begin
      var zone = zones[0]
      while now < begin + 60 * 86_400_000 {
        now += Int64.random(in: 13...47, using: &generator) * 60_000
        if Int.random(in: 0..<500, using: &generator) == 0 { zone = zones.randomElement(using: &generator) ?? zone }
        let today = zone.moment(atMs: now).day
        if Int.random(in: 0..<60, using: &generator) == 0 {
          intakes[today, default: DietIntake()].add(Nutrition(energyKcal: 400))
          loggedAt.append(now)
        }
        let log = DietLog(intakes: intakes, mealsLoggedAtMs: loggedAt)
        let wanted = DietNotices.wanted(on: today.adding(-1)...today.adding(1), history: history, log: log, choice: choice, zone: zone)
        #expect(Set(wanted.map(\.id)).count == wanted.count)
        #expect(zip(wanted, wanted.dropFirst()).allSatisfy { $0.fireAt.ms <= $1.fireAt.ms })
        for notice in wanted where notice.fireAt.ms <= now && now <= notice.notAfterMs && fired[notice.id] == nil {
          fired[notice.id] = notice
        }
      }
      // At most one message about missing logs and one after each eating time for each day of the plan.
      let keys = fired.values.map { notice -> String in
        switch notice.content {
        case .thanks, .reminder: "\(notice.day)/after/\(notice.id.split(separator: "/")[2])"
        case .absence: "\(notice.day)/absence"
        default: notice.id
        }
      }
      #expect(Set(keys).count == keys.count)
    }
  }

  @Test("D-FEEDBACK-4: a streak is the longest run of logged days that ends today or yesterday")
  func streaks() {
    each(100) { _, generator in
      let logged = (0..<30).filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
      for today in 0..<30 {
        let end = logged.contains(today) ? today : today - 1
        let run = (0...30).first { !logged.contains(end - $0) } ?? 0
        let streak = LoggingStreak(loggedDays: Set(logged.map(Diet.nth)), today: Diet.nth(today))
        #expect(streak == LoggingStreak(loggedDays: Set(logged.filter { $0 <= today }.map(Diet.nth)), today: Diet.nth(today)))
        #expect(streak.days == run)
      }
    }
  }
}

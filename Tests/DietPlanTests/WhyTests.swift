import DietPlan
import HealthModel
import Testing

@Suite struct WhyTests {
  private func why(_ topic: DietTopic, _ n: Int = 8, _ profile: DietProfile = Diet.profile, log: DietLog = DietLog()) throws -> DietWhy {
    let history = Diet.history(profile)
    return DietWhy(topic, on: try #require(DietDay(Diet.nth(n), history: history, log: log)), history: history)
  }

  @Test("D-PHASE-5, D-LEARN-1: every topic has its facts")
  func facts() throws {
    let log = DietLog(
      intakes: Diet.meals(Nutrition(energyKcal: 1250, proteinG: 85, carbsG: 142, fatG: 38), on: Diet.nth(8)),
      weights: DietWeights([Diet.weight(Diet.nth(7), 80), Diet.weight(Diet.nth(8), 79)]))
    let day = try #require(DietDay(Diet.nth(8), history: Diet.history(), log: log))
    func facts(_ topic: DietTopic) throws -> DietWhy.Facts { try why(topic, log: log).facts }
    #expect(try facts(.phase) == .phase(.running(PhasePosition(planDay: 8)), dietKcal: 1900, maintenanceKcal: 2300))
    #expect(try facts(.gentleStart) == .gentleStart(days: 7, kcal: 2300, thenKcal: 1900, isOver: true))
    #expect(try why(.gentleStart, 7).facts == .gentleStart(days: 7, kcal: 2300, thenKcal: 1900, isOver: false))
    #expect(try facts(.tdee) == .tdee(EnergyNeed(Diet.profile)))
    #expect(
      try facts(.macros) == .macros(MacroGoals(targetKcal: 1900, weightKg: 79), targetKcal: 1900, proteinPerKg: 2, fatPerKg: 1))
    #expect(try facts(.threshold) == .threshold(happyPercent: 70, neutralPercent: 50))
    #expect(try facts(.window) == .window(.preset, mealTimes: [720, 900, 1080], graceMin: 120))
    #expect(try facts(.streak) == .streak(LoggingStreak(loggedDays: [Diet.nth(7), Diet.nth(8)], today: Diet.nth(8))))
    #expect(try facts(.target) == .target(day.target))
    guard case .phaseDates(let spans) = try facts(.phaseDates) else { return #expect(Bool(false)) }
    #expect(spans.map(\.first) == [8, 15, 29, 43].map(Diet.nth) && spans.map(\.phase) == [.diet, .maintenance, .diet, .maintenance])
    #expect(try facts(.adaptation) == .adaptation(MatadorFindings()))
    #expect(try facts(.ring) == .ring(day.ring, kcalPerGram: PerMacro(protein: 4, carbs: 4, fat: 9)))
    #expect(try facts(.trend) == .trend(day.weight, longest: 7))
  }

  @Test("D-PHASE-5, D-LEARN-2: topics about the phases cite the MATADOR study, the need its formula")
  func studies() throws {
    for topic in [DietTopic.phase, .gentleStart, .target, .phaseDates, .adaptation] { #expect(try why(topic).studies == [.matador]) }
    #expect(try why(.tdee).studies == [.mifflin])
    var measured = Diet.profile
    measured.bodyFatPercent = 20
    #expect(try why(.tdee, 8, measured).studies == [.katch])
    let study = Study.matador
    #expect("\(study.authors) \(study.year), \(study.journal) \(study.place ?? "")" == "Byrne et al. 2018, Int J Obes 42:129–138")
    #expect(study.doi == "10.1038/ijo.2017.206")
  }

  @Test("D-LEARN-4: answers depend on the goal", arguments: [DietGoal.maintain, .gain])
  func goals(goal: DietGoal) throws {
    var profile = Diet.profile
    (profile.goal, profile.window, profile.mealTimes) = (goal, nil, [])
    for topic in [DietTopic.gentleStart, .window, .phaseDates, .adaptation] {
      let why = try why(topic, 8, profile)
      #expect(why.facts == .none && why.studies == [] && why.goal == goal)
    }
    #expect(try why(.phase, 8, profile).facts == .phase(.steady, dietKcal: nil, maintenanceKcal: 2300))
  }

  @Test("D-NOTIFY-4: the list of topics")
  func topics() {
    #expect(
      DietTopic.allCases.map(\.rawValue) == [
        "phase", "gentle_start", "tdee", "macros", "threshold", "window", "streak", "target", "phase_dates", "metabolic_adaptation", "ring",
        "trend",
      ])
  }

  @Test("D-LEARN-3: day 1, day 15 and the first green macro explain themselves once")
  func lessons() throws {
    let green = DietLog(intakes: Diet.meals(Nutrition(energyKcal: 900, proteinG: 150), on: Diet.nth(15)))
    func lesson(_ n: Int, seen: [DietTopic] = [], _ profile: DietProfile = Diet.profile, log: DietLog = DietLog()) throws -> DietTopic? {
      let events = seen.enumerated().map { DietEvent(id: "l\($0.offset)", day: Diet.nth(1), .lesson($0.element)) }
      let history = DietHistory([Diet.setUp(profile)] + events)
      return history.lesson(for: try #require(DietDay(Diet.nth(n), history: history, log: log)))
    }
    #expect(try lesson(1) == .gentleStart)
    #expect(try lesson(1, seen: [.gentleStart]) == nil)
    #expect(try lesson(8) == nil)
    #expect(try lesson(15, log: green) == .adaptation)
    #expect(try lesson(15, seen: [.adaptation], log: green) == .threshold)
    #expect(try lesson(15, seen: [.adaptation, .threshold], log: green) == nil)
    // A second plan doesn't repeat them.
    #expect(try lesson(2, seen: [.gentleStart]) == nil)
    var gain = Diet.profile
    gain.goal = .gain
    #expect(try lesson(1, gain) == .target)
    #expect(try lesson(1, seen: [.target], gain) == nil)
  }
}

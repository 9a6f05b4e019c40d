import DietPlan
import HealthModel
import Testing

@Suite struct DietTargetTests {
  private func day(_ n: Int, _ profile: DietProfile, weights: [WeightEntry] = [], active: [Day: Double] = [:]) throws -> DietDay {
    let log = DietLog(weights: DietWeights(weights), activeKcal: active)
    return try #require(DietDay(Diet.nth(n), history: Diet.history(profile), log: log))
  }

  @Test("D-PHASE-3: 2300 kcal become exactly 1900 by default, and 1541 with the study's factor")
  func factors() throws {
    #expect(DietFactor.standard.kcal(ofMaintenance: 2300) == 1900)
    #expect(DietFactor.study.kcal(ofMaintenance: 2300) == 1541)
    var profile = Diet.profile
    #expect(try day(8, profile).target.rule == .diet(.standard))
    profile.factor = .study
    #expect(try day(8, profile).target.kcal == 1541)
  }

  @Test(
    "D-ENERGY-3, D-PHASE-2: targets of the days of a cycle",
    arguments: [(1, 2300), (7, 2300), (8, 1900), (14, 1900), (15, 2300), (28, 2300), (29, 1900), (42, 1900), (43, 2300)])
  func targetsOfACycle(n: Int, kcal: Int) throws {
    let day = try day(n, Diet.profile)
    #expect(day.target.kcal == kcal && day.maintenanceKcal == 2300)
  }

  @Test("D-ENERGY-3: a diet day is never below 1200 kcal, and never above maintenance")
  func floor() throws {
    // 550 + 1000 − 250 − 161 = 1139; · 1.2 = 1366.8; 1367 · 19/23 = 1129.26.
    var profile = DietProfile(sex: .female, age: 50, heightCm: 160, weightKg: 55, activity: .sedentary, goal: .lose)
    #expect(try day(8, profile).target.rule == .floor(wouldBeKcal: 1129))
    #expect(try day(8, profile).target.kcal == 1200)
    // 10 kg less: 1039 · 1.2 = 1246.8; 1247 · 19/23 = 1030.13.
    profile.weightKg = 45
    #expect(try day(8, profile).target.kcal == 1200)
    // 939 · 1.2 = 1126.8: set-up refuses that, a record of another device may have it.
    profile.weightKg = 35
    #expect(try day(8, profile).target.kcal == 1127)
  }

  @Test("D-ENERGY-4: 80 kg and 1900 kcal are 160, 135 and 80 g; at 2300 kcal carbohydrates are 235 g; at 79 kg protein is 158 g")
  func golden() throws {
    #expect(try day(8, Diet.profile).goals.grams == PerMacro(protein: 160, carbs: 135, fat: 80))
    #expect(try day(15, Diet.profile).goals.grams.carbs == 235)
    let lighter = try day(8, Diet.profile, weights: [Diet.weight(Diet.nth(8), 79)])
    // (1900 − 17·79) / 4 = 557 / 4 = 139.25. The target stays: it follows the profile's weight.
    #expect(lighter.goals.grams == PerMacro(protein: 158, carbs: 139.25, fat: 79) && lighter.target.kcal == 1900)
  }

  @Test("D-ENERGY-4: carbohydrates are never below 0")
  func noNegativeCarbs() {
    // 17 · 130 = 2210 > 1500.
    #expect(MacroGoals(targetKcal: 1500, weightKg: 130).grams == PerMacro(protein: 260, carbs: 0, fat: 130))
  }

  @Test("D-ENERGY-4: a lock keeps the weight that goals follow; carbohydrates still fill the day's target")
  func lock() throws {
    var profile = Diet.profile
    profile.lockedWeightKg = 80
    let weights = [Diet.weight(Diet.nth(2), 76)]
    #expect(try day(8, profile, weights: weights).goals == MacroGoals(targetKcal: 1900, weightKg: 80, isLocked: true))
    #expect(try day(15, profile, weights: weights).goals.grams.carbs == 235)
  }

  @Test("D-ENERGY-4: goals follow the latest of logged and stated weight, and past days keep theirs")
  func latestWeight() throws {
    var edited = Diet.profile
    edited.activity = .moderate
    var reweighed = edited
    reweighed.weightKg = 77
    let history = DietHistory([
      Diet.setUp(), Diet.setUp(edited, from: Diet.nth(10), id: "1"), Diet.setUp(reweighed, from: Diet.nth(20), id: "2"),
      Diet.setUp(Diet.profile, from: Diet.nth(30), id: "3"),
    ])
    let log = DietLog(
      weights: DietWeights([
        Diet.weight(Diet.nth(5), 79), Diet.weight(Diet.nth(15), 78, device: "scale"), Diet.weight(Diet.nth(25), 76.5),
        Diet.weight(Diet.nth(30), 76),
      ]))
    func kg(_ n: Int) throws -> Double { try #require(DietDay(Diet.nth(n), history: history, log: log)).goals.weightKg }
    #expect(try kg(4) == 80)
    #expect(try kg(5) == 79)
    // The profile was edited, but not its weight.
    #expect(try kg(10) == 79)
    // Imported weights count.
    #expect(try kg(15) == 78)
    #expect(try kg(20) == 77)
    #expect(try kg(25) == 76.5)
    // On the day of an edit the logged weight counts.
    #expect(try kg(30) == 76)
  }

  @Test("D-ENERGY-3: imported active energy is shown beside the target and added only if the user chose a share")
  func activeEnergy() throws {
    var profile = Diet.profile
    let active = [Diet.nth(8): 401.0]
    let beside = try day(8, profile, active: active).target
    #expect(beside.kcal == 1900 && beside.activeKcal == 401 && beside.addedKcal == 0)
    profile.activeShare = 0.5
    let added = try day(8, profile, active: active)
    // 200.5 rounds to 201; (2101 − 1360) / 4 = 185.25 g.
    #expect(added.target.kcal == 2101 && added.target.baseKcal == 1900 && added.goals.grams.carbs == 185.25 && added.remainingKcal == 2101)
    #expect(try day(9, profile, active: active).target.activeKcal == nil)
  }

  @Test("D-ENERGY-3: days off the phases are at maintenance, each with its reason")
  func reasons() throws {
    let history = Diet.history(
      Diet.profile, DietEvent(id: "1", day: Diet.nth(9), .pause(plan: "p")), DietEvent(id: "2", day: Diet.nth(12), .stop(plan: "p")))
    func rule(_ n: Int) throws -> DietTarget.Rule { try #require(DietDay(Diet.nth(n), history: history, log: DietLog())).target.rule }
    #expect(try rule(1) == .maintenance(.gentleStart))
    #expect(try rule(8) == .diet(.standard))
    #expect(try rule(9) == .maintenance(.paused))
    #expect(try rule(12) == .maintenance(.stopped))
    #expect(try day(20, Diet.profile).target.rule == .maintenance(.phase))
    var steady = Diet.profile
    steady.goal = .maintain
    #expect(try day(8, steady).target.rule == .maintenance(.goal))
    steady.goal = .gain
    #expect(try day(8, steady).target.rule == .surplus)
    #expect(try day(8, steady).target.kcal == 2800)
    let early = DietHistory([Diet.setUp(from: Diet.nth(-4))])
    #expect(DietDay(Diet.nth(-1), history: early, log: DietLog())?.target.rule == .maintenance(.notStarted))
  }
}

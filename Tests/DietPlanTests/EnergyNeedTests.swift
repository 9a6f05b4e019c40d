import DietPlan
import HealthModel
import Testing

/// A person with the values that were worked out by hand.
struct Person: Sendable, CustomTestStringConvertible {
  let name: String
  let profile: DietProfile
  let basal: Double
  let maintenance: Int
  /// The target on day 8, a diet day for the goal `lose`.
  let target: Int
  /// Protein, carbohydrates and fat, g, for that target.
  let grams: [Double]

  var testDescription: String { name }

  init(
    _ name: String, _ sex: DietSex, _ age: Int, _ cm: Double, _ kg: Double, fat: Double? = nil, _ activity: ActivityLevel, _ goal: DietGoal,
    factor: DietFactor = .standard, basal: Double, maintenance: Int, target: Int, grams: [Double]
  ) {
    self.name = name
    profile = DietProfile(
      sex: sex, age: age, heightCm: cm, weightKg: kg, bodyFatPercent: fat, activity: activity, goal: goal, factor: factor)
    (self.basal, self.maintenance, self.target, self.grams) = (basal, maintenance, target, grams)
  }

  static let all = [
    // 10·80 + 6.25·180 − 5·30 + 5 = 800 + 1125 − 150 + 5 = 1780; · 1.55 = 2759; · 19/23 = 2279.17.
    // 2279 − 17·80 = 919; / 4 = 229.75.
    Person("man of 30", .male, 30, 180, 80, .moderate, .lose, basal: 1780, maintenance: 2759, target: 2279, grams: [160, 229.75, 80]),
    // 600 + 1031.25 − 125 − 161 = 1345.25; · 1.375 = 1849.72; 1850 · 19/23 = 1528.26. 1528 − 1020 = 508; / 4 = 127.
    Person("woman of 25", .female, 25, 165, 60, .light, .lose, basal: 1345.25, maintenance: 1850, target: 1528, grams: [120, 127, 60]),
    // 700 + 1062.5 − 200 − 78 = 1484.5; · 1.2 = 1781.4; 1781 · 19/23 = 1471.26. 1471 − 1190 = 281; / 4 = 70.25.
    Person("other of 40", .other, 40, 170, 70, .sedentary, .lose, basal: 1484.5, maintenance: 1781, target: 1471, grams: [140, 70.25, 70]),
    // 450 + 937.5 − 495 + 5 = 897.5; · 1.2 = 1077, which isn't raised to 1200. 1077 − 765 = 312; / 4 = 78.
    Person("oldest man", .male, 99, 150, 45, .sedentary, .maintain, basal: 897.5, maintenance: 1077, target: 1077, grams: [90, 78, 45]),
    // 2000 + 1562.5 − 90 − 161 = 3311.5; · 1.9 = 6291.85; + 500. 6792 − 3400 = 3392; / 4 = 848.
    Person(
      "largest woman", .female, 18, 250, 200, .veryActive, .gain, basal: 3311.5, maintenance: 6292, target: 6792, grams: [400, 848, 200]),
    // 950 + 1187.5 − 110 + 5 = 2032.5; · 1.725 = 3506.06; + 500. 4006 − 1615 = 2391; / 4 = 597.75.
    Person("man who gains", .male, 22, 190, 95, .active, .gain, basal: 2032.5, maintenance: 3506, target: 4006, grams: [190, 597.75, 95]),
    // 725 + 987.5 − 300 − 161 = 1251.5; · 1.375 = 1720.81; 1721 · 19/23 = 1421.70. 1422 − 17·72.5 = 189.5; / 4 = 47.375.
    Person(
      "woman of 60", .female, 60, 158, 72.5, .light, .lose, basal: 1251.5, maintenance: 1721, target: 1422, grams: [145, 47.375, 72.5]),
    // 20 % of 85 kg: 68 kg lean. 370 + 21.6·68 = 1838.8; · 1.55 = 2850.14; 2850 · 19/23 = 2354.35. 2354 − 1445 = 909; / 4 = 227.25.
    Person(
      "man with 20 % fat", .male, 35, 178, 85, fat: 20, .moderate, .lose, basal: 1838.8, maintenance: 2850, target: 2354,
      grams: [170, 227.25, 85]),
    // 30 % of 65 kg: 45.5 kg lean. 370 + 982.8 = 1352.8; · 1.2 = 1623.36; 1623 · 19/23 = 1340.74. 1341 − 1105 = 236; / 4 = 59.
    Person(
      "woman with 30 % fat", .female, 45, 170, 65, fat: 30, .sedentary, .lose, basal: 1352.8, maintenance: 1623, target: 1341,
      grams: [130, 59, 65]),
    // 500 + 937.5 − 350 − 161 = 926.5; · 1.2 = 1111.8. 1112 − 850 = 262; / 4 = 65.5.
    Person(
      "woman of 70", .female, 70, 150, 50, .sedentary, .maintain, basal: 926.5, maintenance: 1112, target: 1112, grams: [100, 65.5, 50]),
    // 550 + 1000 − 250 − 161 = 1139; · 1.2 = 1366.8; 1367 · 19/23 = 1129.26, so 1200. 1200 − 935 = 265; / 4 = 66.25.
    Person(
      "woman at the floor", .female, 50, 160, 55, .sedentary, .lose, basal: 1139, maintenance: 1367, target: 1200, grams: [110, 66.25, 55]),
    // 823 + 1095.375 − 165 − 78 = 1675.375; · 1.55 = 2596.83; 2597 · 0.67 = 1739.99. 1740 − 17·82.3 = 340.9; / 4 = 85.225.
    Person(
      "other of 5 ft 9 in", .other, 33, 175.26, 82.3, .moderate, .lose, factor: .study, basal: 1675.375, maintenance: 2597, target: 1740,
      grams: [164.6, 85.225, 82.3]),
  ]
}

@Suite struct EnergyNeedTests {
  @Test("D-ENERGY-1: basal energy follows Mifflin–St Jeor, or Katch–McArdle if body fat is known", arguments: Person.all)
  func basalEnergy(person: Person) {
    let need = EnergyNeed(person.profile)
    #expect(abs(need.basalKcal - person.basal) < 1e-9)
    switch need.formula {
    case .mifflinStJeor(let constant):
      #expect(person.profile.bodyFatPercent == nil)
      #expect(constant == [.male: 5, .female: -161, .other: -78][person.profile.sex])
    case .katchMcArdle(let leanKg): #expect(abs(leanKg - (person.basal - 370) / 21.6) < 1e-9 && person.profile.bodyFatPercent != nil)
    }
  }

  @Test("D-ENERGY-2: total energy is basal energy times the activity factor", arguments: Person.all)
  func totalEnergy(person: Person) { #expect(EnergyNeed(person.profile).maintenanceKcal == person.maintenance) }

  @Test("D-ENERGY-2: activity factors", arguments: zip(ActivityLevel.allCases, [1.2, 1.375, 1.55, 1.725, 1.9]))
  func activityFactor(level: ActivityLevel, factor: Double) { #expect(level.factor == factor) }

  @Test("D-ENERGY-3: the target of day 8 by goal", arguments: Person.all)
  func targetOfDay8(person: Person) throws {
    let day = try #require(DietDay(Diet.nth(8), history: Diet.history(person.profile), log: DietLog()))
    #expect(day.target.kcal == person.target)
  }

  @Test("D-ENERGY-4: macro goals of day 8", arguments: Person.all)
  func macroGoals(person: Person) throws {
    let goals = try #require(DietDay(Diet.nth(8), history: Diet.history(person.profile), log: DietLog())).goals
    for (macro, grams) in zip(Macro.allCases, person.grams) { #expect(abs(goals.grams[macro] - grams) < 1e-9, "\(macro)") }
    #expect(!goals.isLocked && goals.weightKg == person.profile.weightKg)
  }

  @Test func numbersThatArentAnyDoNotCrash() throws {
    for odd in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      var profile = Diet.profile
      (profile.weightKg, profile.heightCm, profile.activeShare, profile.lockedWeightKg) = (odd, odd, odd, odd)
      let intake = DietIntake([Nutrition(energyKcal: odd, proteinG: odd, carbsG: odd, fatG: odd)])
      let log = DietLog(intakes: [Diet.nth(9): intake], activeKcal: [Diet.nth(9): odd])
      let day = try #require(DietDay(Diet.nth(9), history: Diet.history(profile), log: log))
      #expect(day.maintenanceKcal >= 0 && day.goals.grams.carbs >= 0 && day.remainingKcal.isFinite)
    }
  }
}

import DietPlan
import HealthModel
import Testing

@Suite struct SetupTests {
  private static var draft: DietDraft {
    var draft = DietDraft(start: Diet.start)
    (draft.sex, draft.age, draft.heightCm, draft.weightKg, draft.activity, draft.goal) = (.male, 39, 170, 80, .light, .lose)
    return draft
  }

  private func draft(_ change: (inout DietDraft) -> Void) -> DietDraft {
    var draft = SetupTests.draft
    change(&draft)
    return draft
  }

  @Test("D-PROFILE-1: the steps in their order, 8 for the goal to lose and 7 for the others")
  func steps() {
    #expect(DietStep.steps(for: .lose).map(\.rawValue) == ["welcome", "sex", "age", "height", "weight", "activity", "goal", "window"])
    #expect(DietStep.steps(for: .lose).map(\.number) == Array(1...8) && DietStep.steps(for: nil).count == 8)
    #expect(DietStep.steps(for: .maintain).count == 7 && DietStep.steps(for: .gain).last == .goal)
  }

  @Test("D-PROFILE-1: an unanswered step can't be passed, presets can")
  func unanswered() throws {
    let draft = DietDraft(start: Diet.start)
    let missing: [DietStep: DietField] = [.sex: .sex, .age: .age, .height: .height, .weight: .weight, .activity: .activity, .goal: .goal]
    for step in DietStep.allCases { #expect(draft.faults(in: step) == (missing[step].map { [.missing($0)] } ?? []), "\(step)") }
    #expect(throws: DietFaults([.sex, .age, .height, .weight, .activity, .goal].map { .missing($0) })) {
      try draft.profile(today: Diet.start)
    }
  }

  /// One changed answer and the fault that its step finds, `nil` = none.
  struct Bound: Sendable {
    let step: DietStep
    let change: @Sendable (inout DietDraft) -> Void
    let fault: DietFault?

    init(_ step: DietStep, _ change: @escaping @Sendable (inout DietDraft) -> Void, _ fault: DietFault? = nil) {
      (self.step, self.change, self.fault) = (step, change, fault)
    }
  }

  static let bounds: [Bound] = [
    Bound(.age, { $0.age = 17 }, .outside(.age, value: 17, allowed: 18...99)),
    Bound(.age, { $0.age = 18 }),
    Bound(.age, { $0.age = 99 }),
    Bound(.age, { $0.age = 100 }, .outside(.age, value: 100, allowed: 18...99)),
    Bound(.height, { $0.heightCm = 99.9 }, .outside(.height, value: 99.9, allowed: 100...250)),
    Bound(.height, { $0.heightCm = 100 }),
    Bound(.height, { $0.heightCm = 250 }),
    Bound(.height, { $0.heightCm = 250.1 }, .outside(.height, value: 250.1, allowed: 100...250)),
    Bound(.weight, { $0.weightKg = 29.9 }, .outside(.weight, value: 29.9, allowed: 30...200)),
    Bound(.weight, { $0.weightKg = 30 }),
    Bound(.weight, { $0.weightKg = 200 }),
    Bound(.weight, { $0.weightKg = 200.1 }, .outside(.weight, value: 200.1, allowed: 30...200)),
    Bound(.weight, { $0.weightKg = .infinity }, .outside(.weight, value: .infinity, allowed: 30...200)),
    Bound(.weight, { $0.weightKg = 82.3 }),
    Bound(.weight, { $0.weightKg = 80.15 }, .notInSteps(.weight, value: 80.15, step: 0.1)),
    Bound(.weight, { $0.bodyFatPercent = 20 }),
    Bound(.weight, { $0.bodyFatPercent = 71 }, .outside(.bodyFat, value: 71, allowed: 3...70)),
    Bound(.window, { $0.window = nil }, .missing(.window)),
    Bound(.window, { $0.mealTimes = [720] }, .mealCount(1, allowed: 2...5)),
    Bound(.window, { $0.window = EatingWindow(startMin: 1200) }, .windowLeavesDay(EatingWindow(startMin: 1200))),
  ]

  @Test("D-PROFILE-1: each step has its bounds", arguments: bounds)
  func boundsOfSteps(bound: Bound) {
    let draft = draft(bound.change)
    #expect(draft.faults(in: bound.step) == (bound.fault.map { [$0] } ?? []))
    // No other step objects.
    for other in DietStep.allCases where other != bound.step && other != .goal { #expect(draft.faults(in: other) == []) }
  }

  @Test(
    "D-PROFILE-1: a height in feet and inches", arguments: [(5, 9, 175.26), (5, 0, 152.4), (6, 2.5, 189.23), (3, 4, 101.6), (8, 2, 248.92)])
  func feet(feet: Int, inches: Double, cm: Double) {
    // 69 · 2.54, 60 · 2.54, 74.5 · 2.54, 40 · 2.54, 98 · 2.54.
    var draft = SetupTests.draft
    #expect(draft.setHeight(feet: feet, inches: inches) == [] && draft.heightCm == cm)
    let shown = BodyHeight.feetAndInches(ofCm: cm)
    #expect(shown.feet == feet && abs(Double(shown.inches) - inches) <= 0.5)
  }

  @Test func otherFeetAndInchesChangeNothing() {
    var draft = SetupTests.draft
    #expect(draft.setHeight(feet: 5, inches: 12) == [.outside(.inches, value: 12, allowed: 0...11.99)])
    #expect(draft.setHeight(feet: .max, inches: 1) == [.outside(.feet, value: Double(Int.max), allowed: 1...9)])
    #expect(draft.setHeight(feet: 3, inches: 3) == [.outside(.height, value: 99.06, allowed: 100...250)])
    #expect(draft.setHeight(feet: 5, inches: .nan).count == 1)
    #expect(draft.heightCm == 170 && BodyHeight.feetAndInches(ofCm: .nan) == (0, 0))
  }

  @Test("D-ENERGY-3: losing is refused at a need of 1200 kcal or less, and at a body mass index under 18.5")
  func refusedGoals() {
    // 500 + 937.5 − 350 − 161 = 926.5; · 1.2 = 1111.8. 50 / 1.5² = 22.2.
    let small = draft { ($0.sex, $0.age, $0.heightCm, $0.weightKg, $0.activity) = (.female, 70, 150, 50, .sedentary) }
    #expect(small.faults(in: .goal) == [.needTooLow(maintenanceKcal: 1112, floorKcal: 1200)])
    // 501 + 1000 − 340 − 161 = 1000; · 1.2 = 1200. 50.1 / 1.6² = 19.6.
    let least = draft { ($0.sex, $0.age, $0.heightCm, $0.weightKg, $0.activity) = (.female, 68, 160, 50.1, .sedentary) }
    #expect(least.faults(in: .goal) == [.needTooLow(maintenanceKcal: 1200, floorKcal: 1200)])
    // 60 / 1.8² = 18.52; 59.9 / 3.24 = 18.49.
    #expect(draft { ($0.heightCm, $0.weightKg) = (180, 60) }.faults(in: .goal) == [])
    let thin = draft { ($0.heightCm, $0.weightKg) = (180, 59.9) }
    #expect(thin.faults(in: .goal) == [.underweight(bodyMassIndex: 59.9 / (1.8 * 1.8), least: 18.5)])
    #expect(draft { ($0.heightCm, $0.weightKg, $0.goal) = (180, 59.9, .maintain) }.faults(in: .goal) == [])
    // It can't be judged while another answer is wrong.
    #expect(draft { ($0.heightCm, $0.weightKg, $0.age) = (180, 59.9, 17) }.faults(in: .goal) == [])
  }

  @Test("D-PROFILE-5: window and eating times belong to the goal to lose")
  func goals() throws {
    #expect(try SetupTests.draft.profile(today: Diet.start) == Diet.profile)
    let unsorted = draft { $0.mealTimes = [1080, 720, 900] }
    #expect(try unsorted.profile(today: Diet.start).mealTimes == [720, 900, 1080])
    let gain = draft { ($0.goal, $0.window, $0.mealTimes) = (.gain, EatingWindow(startMin: 2000), []) }
    let profile = try gain.profile(today: Diet.start)
    #expect(profile.window == nil && profile.mealTimes == [])
    #expect(DietDraft(profile, start: Diet.start).window == .preset)
    #expect(try DietDraft(Diet.profile, start: Diet.start).profile(today: Diet.start) == Diet.profile)
  }

  @Test("D-PROFILE-1: the start lies within a year")
  func starts() {
    let allowed = Diet.start.adding(-365)...Diet.start.adding(365)
    for (offset, isAllowed) in [(0, true), (-365, true), (365, true), (-366, false), (366, false)] {
      let start = Diet.start.adding(offset)
      let faults = draft { $0.start = start }.faultsOfSettings(today: Diet.start)
      #expect(faults == (isAllowed ? [] : [.startOutside(start, allowed: allowed)]))
    }
    let odd = draft { ($0.lockedWeightKg, $0.activeShare) = (1, 1.5) }
    #expect(
      odd.faultsOfSettings(today: Diet.start) == [
        .outside(.lockedWeight, value: 1, allowed: WeightEntry.range), .outside(.activeShare, value: 1.5, allowed: 0...1),
      ])
  }

  @Test("D-WEIGHT-6: weights to preset: the last one, else 90, 70 or 80 kg")
  func presets() {
    #expect(DietSex.allCases.map { DietDraft.presetWeightKg(sex: $0, lastLogged: nil) } == [90, 70, 80])
    #expect(DietDraft.presetWeightKg(sex: .male, lastLogged: 79.449) == 79.4 && DietDraft.presetWeightKg(sex: nil, lastLogged: nil) == nil)
    #expect(DietSex.allCases.allSatisfy { DietDraft.heightsCm.contains($0.presetHeightCm) } && DietDraft.ages.contains(DietDraft.presetAge))
  }

  @Test("D-PROFILE-2: activity levels by days of exercise")
  func activities() {
    #expect(ActivityLevel.allCases.map(\.rawValue) == ["sedentary", "light", "moderate", "active", "very_active"])
    #expect(ActivityLevel.allCases.map(\.exerciseDays) == [nil, 1...3, 3...5, 6...7, nil])
  }

  @Test("D-PROFILE-4: the weight of the set-up isn't a log")
  func setUpIsNoLog() throws {
    let day = try #require(DietDay(Diet.start, history: Diet.history(), log: DietLog()))
    #expect(
      day.streak.days == 0 && day.ring.totalKcal == 0 && day.weight.wantsWeight && day.eaten.grams == PerMacro(protein: 0, carbs: 0, fat: 0)
    )
  }
}

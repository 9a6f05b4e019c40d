import HealthModel

/// The answers to the set-up so far, each step validated alone. Questions on a terminal, pages and flags all fill one of these.
package struct DietDraft: Sendable, Hashable {
  /// Ages in years.
  package static let ages = 18...99
  /// The age that a first set-up presets.
  package static let presetAge = 30
  /// Heights in cm.
  package static let heightsCm = 100.0...250.0
  /// Weights in kg, in steps of 0.1.
  package static let weightsKg = 30.0...200.0
  /// Body fat in percent.
  package static let bodyFatsPercent = 3.0...70.0
  /// Days before and after today on which a plan may start.
  package static let startDays = 365
  /// The lowest body mass index for the goal `lose`: underweight begins below it (WHO).
  package static let leastBodyMassIndex = 18.5

  /// The sex for the energy formula. `nil` = not answered, as for the other answers.
  package var sex: DietSex?
  /// Years, `ages`.
  package var age: Int?
  /// Centimetres, `heightsCm`.
  package var heightCm: Double?
  /// Kilograms, `weightsKg`, in steps of 0.1.
  package var weightKg: Double?
  /// Body fat in percent of the weight, `bodyFatsPercent`. `nil` = not known.
  package var bodyFatPercent: Double?
  /// The activity of a usual week.
  package var activity: ActivityLevel?
  /// The goal for the weight.
  package var goal: DietGoal?
  /// Used for the goal `lose` only.
  package var window: EatingWindow?
  /// Minutes since local midnight, in any order. Used for the goal `lose` only.
  package var mealTimes: [Int]
  /// The share of maintenance energy on diet days.
  package var factor: DietFactor
  /// The weight that macro goals keep to, kg. `nil` = not locked.
  package var lockedWeightKg: Double?
  /// The share of imported active energy that is added to the target, 0…1.
  package var activeShare: Double
  /// The first day of the plan.
  package var start: Day

  /// The answers that a first set-up presets: window 12:00–18:00 with three eating times, start today; the rest isn't answered.
  package init(start today: Day) {
    (window, mealTimes) = (.preset, EatingWindow.preset.presetMealTimes)
    (factor, activeShare, start) = (.standard, 0, today)
  }

  /// The answers of a profile, to be edited. A profile without a window gets the preset one.
  package init(_ profile: DietProfile, start: Day) {
    self.init(start: start)
    (sex, age, heightCm, weightKg) = (profile.sex, profile.age, profile.heightCm, profile.weightKg)
    (bodyFatPercent, activity, goal) = (profile.bodyFatPercent, profile.activity, profile.goal)
    if let window = profile.window { (self.window, mealTimes) = (window, profile.mealTimes) }
    (factor, lockedWeightKg, activeShare) = (profile.factor, profile.lockedWeightKg, profile.activeShare)
  }

  /// The weight to preset, kg: the last one logged, else 90, 70 or 80 by sex. `nil` = no weight and no sex.
  package static func presetWeightKg(sex: DietSex?, lastLogged kg: Double?) -> Double? {
    kg.map { ($0 * 10).rounded() / 10 } ?? sex?.presetWeightKg
  }

  /// The faults of one step, empty if the user may go on.
  package func faults(in step: DietStep) -> [DietFault] {
    switch step {
    case .welcome: []
    case .sex: sex == nil ? [.missing(.sex)] : []
    case .age: DietDraft.faults(.age, age.map(Double.init), DietDraft.range(DietDraft.ages))
    case .height: DietDraft.faults(.height, heightCm, DietDraft.heightsCm)
    case .weight: weightFaults
    case .activity: activity == nil ? [.missing(.activity)] : []
    case .goal: goalFaults
    case .window: windowFaults
    }
  }

  /// The faults of the settings that no step asks for, and of the start.
  /// - Parameter today: The local day.
  package func faultsOfSettings(today: Day) -> [DietFault] {
    var faults: [DietFault] = []
    if let lockedWeightKg { faults += DietDraft.faults(.lockedWeight, lockedWeightKg, WeightEntry.range) }
    faults += DietDraft.faults(.activeShare, activeShare, 0...1)
    let days = today.adding(-DietDraft.startDays)...today.adding(DietDraft.startDays)
    if !days.contains(start) { faults.append(.startOutside(start, allowed: days)) }
    return faults
  }

  /// The validated profile. Window and eating times are those of the goal `lose`; eating times are sorted.
  /// - Parameter today: The local day.
  /// - Throws: All faults of all steps.
  package func profile(today: Day) throws(DietFaults) -> DietProfile {
    let faults = DietStep.steps(for: goal).flatMap(faults(in:)) + faultsOfSettings(today: today)
    guard faults.isEmpty, let profile = answered else { throw DietFaults(faults) }
    return profile
  }

  /// The profile of the answers, valid or not. `nil` = something isn't answered.
  private var answered: DietProfile? {
    guard let sex, let age, let heightCm, let weightKg, let activity, let goal else { return nil }
    return DietProfile(
      sex: sex, age: age, heightCm: heightCm, weightKg: weightKg, bodyFatPercent: bodyFatPercent, activity: activity, goal: goal,
      window: goal == .lose ? window : nil, mealTimes: goal == .lose ? mealTimes.sorted() : [], factor: factor,
      lockedWeightKg: lockedWeightKg, activeShare: activeShare)
  }

  private var weightFaults: [DietFault] {
    var faults = DietDraft.faults(.weight, weightKg, DietDraft.weightsKg)
    if let weightKg, faults.isEmpty, abs(weightKg * 10 - (weightKg * 10).rounded()) > 1e-6 {
      faults.append(.notInSteps(.weight, value: weightKg, step: 0.1))
    }
    if let bodyFatPercent { faults += DietDraft.faults(.bodyFat, bodyFatPercent, DietDraft.bodyFatsPercent) }
    return faults
  }

  /// Losing weight must be safe. That can be judged once the steps before are valid.
  private var goalFaults: [DietFault] {
    guard let goal else { return [.missing(.goal)] }
    let before: [DietStep] = [.sex, .age, .height, .weight, .activity]
    guard goal == .lose, before.allSatisfy({ faults(in: $0).isEmpty }), let profile = answered else { return [] }
    var found: [DietFault] = []
    if profile.bodyMassIndex < DietDraft.leastBodyMassIndex {
      found.append(.underweight(bodyMassIndex: profile.bodyMassIndex, least: DietDraft.leastBodyMassIndex))
    }
    let maintenance = EnergyNeed(profile).maintenanceKcal
    if maintenance <= DietTarget.floorKcal { found.append(.needTooLow(maintenanceKcal: maintenance, floorKcal: DietTarget.floorKcal)) }
    return found
  }

  private var windowFaults: [DietFault] {
    guard let window else { return [.missing(.window)] }
    return window.faults.isEmpty ? window.faults(ofMealTimes: mealTimes) : window.faults
  }

  private static func faults(_ field: DietField, _ value: Double?, _ allowed: ClosedRange<Double>) -> [DietFault] {
    guard let value else { return [.missing(field)] }
    return allowed.contains(value) ? [] : [.outside(field, value: value, allowed: allowed)]
  }

  private static func range(_ whole: ClosedRange<Int>) -> ClosedRange<Double> { Double(whole.lowerBound)...Double(whole.upperBound) }
}

import ArgumentParser
import DietPlan
import HealthDesk
import HealthModel
import HealthStore

/// The answers of the set-up as options, for `setup` and `settings`.
struct DietAnswerOptions: ParsableArguments {
  @Option(help: "male, female or other: for the energy formula.")
  var sex: DietSex?

  @Option(help: "Years, 18-99.")
  var age: Int?

  @Option(in: .cm, help: "Height in cm, 100-250.")
  var heightCm: TypedNumber?

  @Option(help: "Height in feet and inches: 5'9 or 5ft9.")
  var height: FeetArgument?

  @Option(in: .kg, help: "Weight in kg, 30-200, in steps of 0.1.")
  var weightKg: TypedNumber?

  @Option(
    help: "Body fat in percent, for a better energy formula; none = not known.", transform: { try OptionalNumberArgument($0, in: .percent) }
  )
  var bodyFat: OptionalNumberArgument?

  @Option(help: "sedentary, light, moderate, active or very_active.")
  var activity: ActivityLevel?

  @Option(help: "lose, maintain or gain.")
  var goal: DietGoal?

  @Option(help: "The eating window, 6 hours (default: 12:00-18:00); for the goal lose.")
  var window: WindowArgument?

  @Option(help: "2-5 eating times in the window (default: start, middle and end).")
  var meals: MealTimesArgument?

  @Option(help: "Share of maintenance energy on diet days: 19/23 (default) or the study's 0.67.")
  var factor: DietFactor?

  func validate() throws {
    if heightCm != nil, height != nil { throw ValidationError("Either --height-cm or --height.") }
  }

  /// Whether none was given.
  var isEmpty: Bool {
    sex == nil && age == nil && heightCm == nil && height == nil && weightKg == nil && bodyFat == nil && activity == nil && goal == nil
      && window == nil && meals == nil && factor == nil
  }

  /// Puts the given answers into a draft.
  ///
  /// - Throws: `DietError.faults` for feet and inches that are no height.
  func fill(_ draft: inout DietDraft) throws {
    if let sex { draft.sex = sex }
    if let age { draft.age = age }
    if let heightCm { draft.heightCm = heightCm.value }
    if let height {
      let faults = draft.setHeight(feet: height.feet, inches: height.inches)
      if !faults.isEmpty { throw DietError.faults(faults) }
    }
    if let weightKg { draft.weightKg = weightKg.value }
    if let bodyFat { draft.bodyFatPercent = bodyFat.value }
    if let activity { draft.activity = activity }
    if let goal { draft.goal = goal }
    if let window {
      draft.window = window.window
      if meals == nil { draft.mealTimes = window.window.presetMealTimes }
    }
    if let meals { draft.mealTimes = meals.minutes }
    if let factor { draft.factor = factor }
  }
}

/// A height in feet and inches: `5'9`, `5'9.5"`, `5ft9in`.
struct FeetArgument: ExpressibleByArgument {
  let feet: Int
  let inches: Double

  init?(argument: String) {
    let text = argument.lowercased().replacing("ft", with: "'").replacing("in", with: "").replacing("\"", with: "").replacing(" ", with: "")
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.count == 2 || text.hasSuffix("'"), let feet = try? TypedNumber(parts[0]).value,
      feet == feet.rounded(), (0...99).contains(feet)
    else { return nil }
    let rest = parts.count == 2 && !parts[1].isEmpty ? (try? TypedNumber(parts[1]).value) : 0
    guard let rest else { return nil }
    (self.feet, inches) = (Int(feet), rest)
  }
}

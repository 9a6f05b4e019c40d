import DietPlan
import HealthDesk
import HealthModel

/// The typed answer to a step of the set-up.
struct DietStepForm: Sendable {
  let step: DietStep
  /// The fields as they were sent.
  let form: Form

  /// Puts the answer into a draft.
  ///
  /// - Returns: What is wrong with it, a sentence each; the draft is then as it was.
  func fill(_ draft: inout DietDraft, words: DietWords) -> [String] {
    var filled = draft
    do throws(TypedFault) {
      guard try take(&filled) else { return ["Please answer this question"] }
    } catch {
      return [error.sentences]
    }
    let faults = filled.faults(in: step)
    guard faults.isEmpty else { return faults.map { words.fault($0).sentence } }
    draft = filled
    return []
  }

  /// `false` = there is no answer that can be read.
  ///
  /// - Throws: For a number that can't be read.
  private func take(_ draft: inout DietDraft) throws(TypedFault) -> Bool {
    switch step {
    case .welcome: return true
    case .sex:
      draft.sex = form["sex"].flatMap(DietSex.init)
      return draft.sex != nil
    case .age:
      draft.age = form["age"].flatMap { Int($0) }
      return draft.age != nil
    case .height:
      draft.heightCm = try number("height", in: .cm)
      return draft.heightCm != nil
    case .weight:
      draft.weightKg = try number("weight", in: .kg)
      return draft.weightKg != nil
    case .activity:
      draft.activity = form["activity"].flatMap(ActivityLevel.init)
      return draft.activity != nil
    case .goal:
      draft.goal = form["goal"].flatMap(DietGoal.init)
      return draft.goal != nil
    case .window:
      guard let start = form["start"].flatMap(DietStepForm.minute) else { return false }
      let times = (1...EatingWindow.mealCounts.upperBound).compactMap { form["meal\($0)"] }.filter { !$0.isEmpty }
      let minutes = times.compactMap(DietStepForm.minute)
      guard minutes.count == times.count else { return false }
      draft.window = EatingWindow(startMin: start)
      draft.mealTimes = minutes
      return true
    }
  }

  /// The number of a field; `nil` = it is empty.
  private func number(_ name: String, in unit: TypedUnit) throws(TypedFault) -> Double? {
    guard let text = form[name], !text.isEmpty else { return nil }
    return try TypedNumber(text, in: unit).value
  }

  /// Minutes of a time as browsers send it, or people type it: `12:00`.
  static func minute(_ text: String) -> Int? { try? TypedClock(text).minute }
}

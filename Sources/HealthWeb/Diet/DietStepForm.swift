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
    guard take(&filled) else { return ["Please answer this question"] }
    let faults = filled.faults(in: step)
    guard faults.isEmpty else { return faults.map { words.fault($0).sentence } }
    draft = filled
    return []
  }

  /// `false` = it can't be read.
  private func take(_ draft: inout DietDraft) -> Bool {
    switch step {
    case .welcome: return true
    case .sex:
      draft.sex = form["sex"].flatMap(DietSex.init)
      return draft.sex != nil
    case .age:
      draft.age = form["age"].flatMap { Int($0) }
      return draft.age != nil
    case .height:
      draft.heightCm = number("height")
      return draft.heightCm != nil
    case .weight:
      draft.weightKg = number("weight")
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

  private func number(_ name: String) -> Double? { form[name].flatMap { TypedNumber($0)?.value } }

  /// Minutes of a time as browsers send it: `12:00`.
  static func minute(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 2, let hour = Int(parts[0]), let minute = Int(parts[1]), (0..<24).contains(hour), (0..<60).contains(minute) else {
      return nil
    }
    return hour * 60 + minute
  }
}

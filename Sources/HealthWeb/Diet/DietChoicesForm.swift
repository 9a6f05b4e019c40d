import DietPlan
import HealthModel

/// The sent form of the plan's finer choices.
struct DietChoicesForm: Sendable {
  let form: Form

  /// Puts the choices into a draft of the profile and into those about notices.
  ///
  /// - Returns: What can't be read, a sentence each; the engine says what is out of range.
  func fill(_ draft: inout DietDraft, _ notices: inout NoticeChoice) -> [String] {
    var faults: [String] = []
    draft.bodyFatPercent = number("body_fat", in: .percent, "Body fat", &faults)
    if let factor = form["factor"] {
      if let factor = DietFactor(rawValue: factor) { draft.factor = factor } else { faults.append("Choose the energy on diet days") }
    }
    draft.activeShare = (number("active_share", in: .percent, "The share of active energy", &faults) ?? 0) / 100
    switch form["macros"] {
    case "follow": draft.lockedWeightKg = nil
    case "lock":
      draft.lockedWeightKg = number("locked_weight", in: .kg, "The weight of the macro goals", &faults)
      if draft.lockedWeightKg == nil, faults.isEmpty { faults.append("Give the weight that the macro goals stay at") }
    default: faults.append("Choose how macro goals follow the weight")
    }
    let style = form["notices"] ?? ""
    notices.isOn = style != "off"
    if notices.isOn {
      if let voice = NoticeVoice(rawValue: style) { notices.voice = voice } else { faults.append("Choose a style of notices") }
    }
    let weighIn = form["weigh_in"] ?? ""
    notices.weighInMinute = DietStepForm.minute(weighIn)
    if notices.weighInMinute == nil, !weighIn.isEmpty { faults.append("The reminder's time must be like 07:30") }
    return faults
  }

  /// The number of a field; `nil` = it is empty, or can't be read and has a sentence in `faults`.
  private func number(_ name: String, in unit: TypedUnit, _ title: String, _ faults: inout [String]) -> Double? {
    guard let text = form[name], !text.isEmpty else { return nil }
    do { return try TypedNumber(text, in: unit).value } catch {
      faults.append("\(title): \(error.sentences)")
      return nil
    }
  }
}

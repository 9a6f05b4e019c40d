import DietPlan
import HealthDesk
import HealthModel
import HealthStore

/// The set-up as questions on a terminal, a step at a time. Each valid answer is kept, so that the set-up can be left and resumed.
struct DietQuestions {
  let session: DietSession

  /// Asks from the first step that isn't valid on, or all of them if the answers are complete.
  ///
  /// - Throws: kind `.no` at the end of the input.
  func ask(_ known: DietAnswers) throws -> DietAnswers {
    var answers = known
    // A first set-up begins with its welcome, which can't be wrong.
    let begun = known.draft.sex == nil ? nil : DietStep.steps(for: known.draft.goal).firstIndex { !known.draft.faults(in: $0).isEmpty }
    var place = begun ?? 0
    while true {
      let steps = DietStep.steps(for: answers.draft.goal)
      guard steps.indices.contains(place) else { return answers }
      let step = steps[place]
      show(step, of: steps.count)
      switch try answer(step, answers.draft) {
      case .back: place = max(0, place - 1)
      case .unreadable(let fault):
        Output.notice("  \(fault.map { "\($0.message): \($0.advice)" } ?? "that isn't an answer to this question")")
      case .draft(let draft):
        let faults = draft.faults(in: step)
        faults.forEach { Output.notice("  " + DietWords.chosen.fault($0)) }
        guard faults.isEmpty else { continue }
        answers.draft = draft
        if step != .welcome { try session.desk.keep(answers, at: session.now) }
        place += 1
      }
    }
  }

  /// The meaning of what was typed.
  private enum Answer {
    /// The draft with the answer, right or wrong.
    case draft(DietDraft)
    case back
    /// With the fault of a number.
    case unreadable(TypedFault?)
  }

  private func show(_ step: DietStep, of count: Int) {
    Output.notice("\(step.number) of \(count)  \(DietQuestions.title(step))")
    DietQuestions.options(step).enumerated().forEach { Output.notice("  \($0 + 1)  \($1)") }
  }

  /// Asks for an answer.
  private func answer(_ step: DietStep, _ known: DietDraft) throws -> Answer {
    var draft = known
    let preset = try preset(step, draft)
    let question = (preset.map { "[\($0)] " } ?? "") + (step == .welcome ? "Return to get started " : "(b = back) ")
    guard let typed = Terminal.ask(question) else {
      Output.notice("")
      throw CommandError(.no, "the set-up isn't finished", hint: "go on with it: hsync diet setup")
    }
    if ["b", "back"].contains(typed.lowercased()) { return .back }
    let text = typed.isEmpty ? preset ?? "" : typed
    do throws(TypedFault) {
      return try DietQuestions.take(text, step, &draft) ? .draft(draft) : .unreadable(nil)
    } catch {
      return .unreadable(error)
    }
  }

  /// The answer that Return gives.
  private func preset(_ step: DietStep, _ draft: DietDraft) throws -> String? {
    switch step {
    case .welcome: nil
    case .sex: draft.sex?.rawValue
    case .age: "\(draft.age ?? DietDraft.presetAge)"
    case .height: DietWords.plain(draft.heightCm ?? draft.sex?.presetHeightCm)
    case .weight: DietWords.plain(try draft.weightKg ?? session.desk.presetWeightKg(sex: draft.sex, today: session.now.day))
    case .activity: (draft.activity ?? .light).rawValue
    case .goal: (draft.goal ?? .lose).rawValue
    case .window:
      draft.window.map { window in
        "\(DietWords.time(window.startMin))-\(DietWords.time(window.endMin)) \(draft.mealTimes.map(DietWords.time).joined(separator: ","))"
      }
    }
  }

  /// Puts a typed answer into the draft. `false` = it can't be read; the draft is as it was.
  ///
  /// - Throws: For a number that can't be read.
  static func take(_ text: String, _ step: DietStep, _ draft: inout DietDraft) throws(TypedFault) -> Bool {
    switch step {
    case .welcome: return true
    case .sex: return choose(text, into: &draft.sex)
    case .age:
      guard let age = Int(text) else { return false }
      draft.age = age
    case .height:
      if let feet = FeetArgument(argument: text), (try? TypedNumber(text)) == nil {
        return draft.setHeight(feet: feet.feet, inches: feet.inches).isEmpty
      }
      draft.heightCm = try TypedNumber(text, in: .cm).value
    case .weight:
      draft.weightKg = try TypedNumber(text, in: .kg).value
    case .activity: return choose(text, into: &draft.activity)
    case .goal: return choose(text, into: &draft.goal)
    case .window:
      let parts = text.split(separator: " ")
      guard let window = parts.first.flatMap({ WindowArgument(argument: String($0)) }), parts.count <= 2 else { return false }
      guard let times = parts.count == 2 ? MealTimesArgument(argument: String(parts[1]))?.minutes : window.window.presetMealTimes else {
        return false
      }
      (draft.window, draft.mealTimes) = (window.window, times)
    }
    return true
  }

  /// A choice by its number or name, or an unambiguous beginning of it.
  private static func choose<Choice: RawRepresentable<String> & CaseIterable>(_ text: String, into choice: inout Choice?) -> Bool {
    let all = Array(Choice.allCases)
    let name = String(text.lowercased().map { $0 == " " || $0 == "-" ? "_" : $0 })
    if let number = Int(text), all.indices.contains(number - 1) {
      choice = all[number - 1]
      return true
    }
    let found = all.filter { $0.rawValue == name }
    let begun = found.isEmpty && !name.isEmpty ? all.filter { $0.rawValue.hasPrefix(name) } : found
    guard begun.count == 1 else { return false }
    choice = begun[0]
    return true
  }

  private static func title(_ step: DietStep) -> String {
    switch step {
    case .welcome: "Meet Your Lion Coach 🦁"
    case .sex: "Gender: the energy formula differs by it"
    case .age: "Age in years"
    case .height: "Height in cm, or feet and inches like 5'9"
    case .weight: "Weight in kg"
    case .activity: "Activity in a usual week"
    case .goal: "Goal"
    case .window: "When are you hungry or need energy? A 6-hour window and 2-5 eating times in it"
    }
  }

  private static func options(_ step: DietStep) -> [String] {
    switch step {
    case .sex: DietSex.allCases.map(DietWords.name)
    case .activity: ActivityLevel.allCases.map { "\(DietWords.name($0)): \(DietWords.meaning($0))" }
    case .goal: DietGoal.allCases.map(DietWords.name)
    case .welcome, .age, .height, .weight, .window: []
    }
  }
}

extension DietWords {
  /// A number without needless zeros. `nil` for none.
  fileprivate static func plain(_ value: Double?) -> String? { value.map { Quantity.rounded($0, steps: 100) } }
}

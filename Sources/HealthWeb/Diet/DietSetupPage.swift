import DietPlan
import HealthDesk
import HealthModel

/// A step of the set-up: one question, its presets, and ways back and on.
struct DietSetupPage: Sendable {
  let step: DietStep
  let draft: DietDraft
  /// The weight that is preset, kg.
  let presetKg: Double?
  /// Whether a plan runs: the step is then edited alone.
  let isEdit: Bool
  let session: PageSession
  var faults: [String] = []

  private var steps: [DietStep] { DietStep.steps(for: draft.goal) }

  /// The step before one; `nil` for the first.
  private var before: DietStep? {
    steps.firstIndex(of: step).flatMap { $0 > 0 ? steps[$0 - 1] : nil }
  }

  var page: Page {
    let above = isEdit ? "Your plan" : "\(step.number) of \(steps.count)"
    let back: HTML =
      isEdit
      ? "<a class=\"button plain\" href=\"/diet\">Cancel</a>"
      : before.map { "<a class=\"button plain\" href=\"/diet/setup?step=\($0.rawValue)\">Back</a>" }
        ?? "<a class=\"button plain\" href=\"/\">Cancel</a>"
    let on = isEdit ? "Save" : step == .welcome ? "Get Started" : step == steps.last ? "Start the plan" : "Next"
    return Page(
      title: title, tab: .today, above: above, isNarrow: true, session: session,
      content: """
        <form method="post" action="/diet/setup" class="card stack" novalidate>\(session.field)<input type="hidden" name="step" \
        value="\(step.rawValue)">\(step == .welcome ? LionFace.usual.html : nil)<p class="soft">\(about)</p>\(fields)\(wrong)<div class="row"><button class="button">\(on)</button>\(back)</div></form>
        """)
  }

  private var wrong: HTML? {
    if faults.isEmpty { return nil }
    return "<div id=\"setup-wrong\" role=\"alert\">\(faults.map { "<p class=\"wrong\">\($0)</p>" as HTML })</div>"
  }

  private var marks: HTML { faults.isEmpty ? "" : " aria-invalid=\"true\" aria-describedby=\"setup-wrong\"" }

  private var title: String {
    switch step {
    case .welcome: "Meet Your Lion Coach 🦁"
    case .sex: "Your gender"
    case .age: "Your age"
    case .height: "Your height"
    case .weight: "Your weight"
    case .activity: "Your activity"
    case .goal: "Your goal"
    case .window: "When are you hungry or need energy?"
    }
  }

  private var about: String {
    switch step {
    case .welcome: "A plan to follow without thinking further: two weeks of diet, two weeks at maintenance. \(DietWords.noAdvice)"
    case .sex: "The formula for the energy you need differs by it."
    case .age: "Energy need falls with age: 18 to 99 years."
    case .height: "In cm, 100 to 250."
    case .weight: "In kg, in steps of 0.1. It isn't logged as today's weight."
    case .activity: "In a usual week."
    case .goal: "You can change it later; past days keep their targets."
    case .window: "A window of 6 hours, and 2 to 5 eating times in it. Reminders follow them."
    }
  }

  private var fields: HTML? {
    switch step {
    case .welcome: nil
    case .sex: radios("sex", DietSex.allCases.map { ($0.rawValue, DietWords.name($0), "") }, chosen: draft.sex?.rawValue)
    case .age: number("age", "Years", draft.age.map(String.init) ?? "\(DietDraft.presetAge)", " min=\"18\" max=\"99\" step=\"1\"")
    case .height:
      number("height", "cm", plain(draft.heightCm ?? draft.sex?.presetHeightCm), " min=\"100\" max=\"250\" step=\"any\"")
    case .weight: number("weight", "kg", plain(draft.weightKg ?? presetKg), " min=\"30\" max=\"200\" step=\"0.1\"")
    case .activity:
      radios(
        "activity", ActivityLevel.allCases.map { ($0.rawValue, DietWords.name($0), DietWords.meaning($0)) },
        chosen: (draft.activity ?? .light).rawValue)
    case .goal: radios("goal", DietGoal.allCases.map { ($0.rawValue, DietWords.name($0), "") }, chosen: (draft.goal ?? .lose).rawValue)
    case .window: window
    }
  }

  private func radios(_ name: String, _ choices: [(String, String, String)], chosen: String?) -> HTML {
    DietFields.radios(name, legend: title, isLegendShown: false, choices, chosen: chosen, marks: marks)
  }

  private func number(_ name: String, _ label: String, _ value: String, _ limits: HTML) -> HTML {
    DietFields.number(name, label, value, limits: limits, marks: marks)
  }

  private var window: HTML {
    let window = draft.window ?? .preset
    let times = (1...EatingWindow.mealCounts.upperBound).map { place -> HTML in
      let value = draft.mealTimes.count >= place ? DietWords.time(draft.mealTimes[place - 1]) : ""
      return """
        <label class="field"><span>Eating time \(place)</span><input name="meal\(place)" type="time" value="\(value)"\(marks)></label>
        """
    }
    return """
      <label class="field"><span>The window begins</span><input name="start" type="time" value="\(DietWords.time(window.startMin))"\(marks)></label>\
      \(times)
      """
  }

  private func plain(_ value: Double?) -> String { value.map { Quantity.rounded($0, steps: 100) } ?? "" }
}

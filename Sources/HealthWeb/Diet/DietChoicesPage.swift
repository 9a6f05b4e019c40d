import DietPlan
import HealthDesk
import HealthModel

/// The plan's finer choices in one form: body fat, the share on diet days, macro goals, active energy and notices.
struct DietChoicesPage: Sendable {
  let draft: DietDraft
  let notices: NoticeChoice
  /// The latest weight, which a lock is preset to, kg.
  let weightKg: Double?
  let session: PageSession
  var faults: [String] = []

  var page: Page {
    Page(
      title: "Plan choices", tab: .today, above: "Your plan", isNarrow: true, session: session,
      content: """
        <form method="post" action="/diet/choices" class="stack" novalidate>\(session.field)\(energy)\(macros)\(noticeFields)\(wrong)\
        <div class="row"><button class="button">Save</button><a class="button plain" href="/diet">Cancel</a></div></form>
        """)
  }

  // MARK: - Groups of fields

  private var energy: HTML {
    let factors: HTML? =
      draft.goal == .lose
      ? DietFields.radios(
        "factor", legend: "Energy on diet days",
        [
          (DietFactor.standard.rawValue, "19/23 of maintenance", "some 83 %"),
          (DietFactor.study.rawValue, "67 % of maintenance", "as in the MATADOR study"),
        ], chosen: draft.factor.rawValue)
      : nil
    return """
      <section class="card stack"><h2 class="title">Energy</h2>\
      \(number("body_fat", "Body fat, % (empty = not known)", draft.bodyFatPercent.map { Quantity.rounded($0, steps: 10) }, DietDraft.bodyFatsPercent, step: "0.1"))\
      <p class="small soft">When it is known, the formula is Katch–McArdle's.</p>\(factors)\
      \(number("active_share", "Imported active energy added to the target, %", Quantity.rounded(draft.activeShare * 100, steps: 1), 0...100, step: "1"))\
      </section>
      """
  }

  private var macros: HTML {
    let locked = draft.lockedWeightKg
    return """
      <section class="card stack"><h2 class="title">Macro goals</h2>\
      \(DietFields.radios("macros", legend: "Macro goals", [("follow", "Follow the latest weight", ""), ("lock", "Stay at one weight", "")], chosen: locked == nil ? "follow" : "lock"))\
      \(number("locked_weight", "That weight, kg", (locked ?? weightKg).map { Quantity.rounded($0, steps: 10) }, DietDraft.weightsKg, step: "0.1"))</section>
      """
  }

  private var noticeFields: HTML {
    let style = notices.isOn ? notices.voice.rawValue : "off"
    let styles = [
      (NoticeVoice.supportive.rawValue, "Supportive", "encouraging only"),
      (NoticeVoice.gentleGuilt.rawValue, "Gentle guilt", "disappointed for you, never in you"), ("off", "No notices", ""),
    ]
    let weighIn = notices.weighInMinute.map(DietWords.time) ?? ""
    return """
      <section class="card stack"><h2 class="title">Notices</h2>\(DietFields.radios("notices", legend: "Style", styles, chosen: style))<label class="field">\
      <span>Reminder to weigh yourself (empty = none)</span><input name="weigh_in" type="time" value="\(weighIn)"\(marks)></label></section>
      """
  }

  // MARK: - Fields

  private func number(_ name: String, _ label: String, _ value: String?, _ range: ClosedRange<Double>, step: String) -> HTML {
    let limits: HTML = " min=\"\(Int(range.lowerBound))\" max=\"\(Int(range.upperBound))\" step=\"\(step)\""
    return DietFields.number(name, label, value ?? "", limits: limits, marks: marks)
  }

  private var wrong: HTML? {
    faults.isEmpty ? nil : "<div id=\"choices-wrong\" role=\"alert\">\(faults.map { "<p class=\"wrong\">\($0)</p>" as HTML })</div>"
  }

  private var marks: HTML { faults.isEmpty ? "" : " aria-invalid=\"true\" aria-describedby=\"choices-wrong\"" }
}

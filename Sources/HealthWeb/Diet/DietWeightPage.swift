import HealthDesk
import HealthModel

/// The form for today's weight: whole units and tenths are picked apart, with the last weight preset.
struct DietWeightPage: Sendable {
  /// The preset in kg; `nil` = none is known.
  let presetKg: Double?
  let unit: WebSettings.WeightUnit
  let session: PageSession
  /// Whether the last answer was no weight.
  var isWrong = false

  /// The weights that can be picked, in whole units of the user's.
  static func wholes(_ unit: WebSettings.WeightUnit) -> ClosedRange<Int> {
    Int((30 / unit.kilograms).rounded(.down))...Int((200 / unit.kilograms).rounded(.up))
  }

  var page: Page {
    let tenths = Int(nearest: (presetKg ?? 80) / unit.kilograms * 10)
    let wholes = DietWeightPage.wholes(unit)
    let whole = min(max(tenths / 10, wholes.lowerBound), wholes.upperBound)
    let wrong: HTML? = isWrong ? "<p class=\"wrong\" id=\"weight-wrong\" role=\"alert\">Please enter a valid weight</p>" : nil
    return Page(
      title: "Weight", tab: .today, isNarrow: true, session: session,
      content: """
        <form method="post" action="/diet/weight" class="card stack">\(session.field)<div class="grid"><label class="field"><span>\(unit.name)</span>\
        <select name="whole">\(wholes.map { option($0, if: $0 == whole) })</select></label><label class="field"><span>tenths</span>\
        <select name="tenth">\((0...9).map { option($0, if: $0 == tenths % 10) })</select></label></div>\(wrong)\
        <div class="row"><button class="button">Save</button><a class="button plain" href="/">Cancel</a></div></form>
        """)
  }

  private func option(_ number: Int, if isChosen: Bool) -> HTML {
    let mark: HTML = isChosen ? " selected" : ""
    return "<option value=\"\(number)\"\(mark)>\(number)</option>"
  }
}

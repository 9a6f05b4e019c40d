import HealthDesk
import HealthModel
import WeekPlan

/// The page of one planned item, with forms that rename, move and remove it, for a weekly item in one week or in all.
struct PlanItemPage: Sendable {
  let item: PlanItem
  /// The day from which it was opened.
  let day: Day
  let today: Day
  let session: PageSession
  /// The title that was typed and refused; `nil` = the form has the item's.
  var typed: String?
  /// The reason, a sentence.
  var fault: String?

  var page: Page {
    Page(
      title: item.words, tab: .plan, above: PlanDates.day(item.day, beside: today), state: fault == nil ? .ready : .error, isNarrow: true,
      session: session,
      content: """
        \(repetition)\(form("rename", "Title", "\(title)\(series)<button class=\"button\">Save</button>"))\(move)\(remove)\
        <p class="row"><a class="chip" href="\(PlanPage.path(day))">Back to the plan</a></p>
        """)
  }

  private var isWeekly: Bool { item.repeats != nil }
  private var weekday: String { PlanDates.weekday(item.day) }
  private var hidden: HTML {
    "\(session.field)<input type=\"hidden\" name=\"item\" value=\"\(item.id)\"><input type=\"hidden\" name=\"day\" value=\"\(day.description)\">"
  }

  private var repetition: HTML? {
    guard let repeats = item.repeats else { return nil }
    let end = repeats.until.map { ", through \(PlanDates.day($0, beside: today))" } ?? ""
    return "<p class=\"soft\">Weekly\(end). Changes apply to this week only, unless you choose all weeks.</p>"
  }

  private func form(_ action: String, _ heading: String, _ content: HTML) -> HTML {
    """
    <section><h2 id="\(action)">\(heading)</h2><form class="card stack" method="post" action="/plan/\(action)" aria-labelledby="\(action)">\
    \(hidden)\(content)</form></section>
    """
  }

  private var title: HTML {
    let mark: HTML = fault == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"title-wrong\""
    let wrong: HTML? = fault.map { "<p class=\"wrong\" id=\"title-wrong\" role=\"alert\">\($0)</p>" }
    return """
      <label class="field"><span class="hide">Title</span><input name="title" maxlength="\(PlanItem.longestTitle)" value="\(typed ?? item.title)" \
      autocomplete="off" dir="auto"\(mark)></label>\(wrong)
      """
  }

  private var series: HTML? {
    if !isWeekly { return nil }
    return """
      <fieldset><legend>Apply to</legend><div class="row"><label class="chip"><input type="radio" name="series" value="0" checked>this week</label>\
      <label class="chip"><input type="radio" name="series" value="1">all weeks</label></div></fieldset>
      """
  }

  private var move: HTML {
    let days = ISOWeek(of: item.day).days.filter { $0 != item.day }.map { day -> HTML in
      "<button class=\"chip\" name=\"to\" value=\"\(day.description)\" aria-label=\"Move to \(PlanDates.inFull(day))\">\(PlanDates.weekday(day))</button>"
    }
    return """
      <section><h2 id="move">Move to another day</h2><div class="card stack"><form class="row" method="post" action="/plan/move" \
      aria-labelledby="move">\(hidden)\(days)</form><form class="stack" method="post" action="/plan/move">\(hidden)\
      <label class="field"><span>Another date</span><input type="date" name="to" value="\(item.day.description)" required></label>\
      <button class="button plain">Move</button></form></div></section>
      """
  }

  private var remove: HTML {
    if !isWeekly { return form("remove", "Remove", "<button class=\"button danger\" aria-label=\"Remove \(item.words)\">Remove</button>") }
    return form(
      "remove", "Skip or remove",
      """
      <button class="button plain" name="series" value="0">Skip this week</button>\
      <button class="button danger" name="series" value="1" \
      aria-label="Remove \(item.words) from all weeks">Remove from all weeks</button>
      """)
  }
}

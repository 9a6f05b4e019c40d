import HealthDesk
import HealthModel
import WeekPlan

/// A day of the plan within its week: the day itself, what can be added to it, and the week's days.
struct PlanPage: Sendable {
  let planned: PlannedWeek
  /// The day that is shown; one of the week.
  let day: Day
  let now: Moment
  let chips: QuickChips
  /// The best windows of planned swims and runs.
  var advice: [GoView.Advice] = []
  let session: PageSession
  /// The rejected input of the form for a typed item.
  var typed = TypedPlanItem()
  var fault: TypedPlanItem.Fault?
  /// The note that was typed and not saved; `nil` = the form has the day's.
  var typedNote: String?
  var notices: HTML?

  var page: Page {
    Page(
      title: "Plan, week \(planned.week.number)", heading: "Plan", tab: .plan,
      above: "Week \(planned.week.number)", aside: aside,
      state: fault != nil || typedNote != nil ? .error : planned.items.isEmpty ? .empty : .ready, notices: notices, session: session,
      content: """
        \(strip)<section data-waiting></section><div class="wide"><div>\(card.html)</div><div>\(forms.html)\(week.html)</div></div>
        """)
  }

  /// The address of a day.
  static func path(_ day: Day) -> String { "/plan?day=\(day.description)" }

  private var today: Day { now.day }

  private var card: PlanDayCard {
    let shown = planned.days.first { $0.day == day } ?? PlannedWeek.PlannedDay(day: day, items: [], note: nil)
    return PlanDayCard(shown: shown, now: now, advice: advice, session: session, typedNote: typedNote)
  }

  private var forms: PlanForms { PlanForms(day: day, now: now, chips: chips, session: session, typed: typed, fault: fault) }

  private var week: PlanWeekRows { PlanWeekRows(planned: planned, day: day, today: today, session: session) }

  /// The days of the week as a strip of links.
  private var strip: HTML {
    let days = planned.days.map { one -> HTML in
      let mark: HTML = one.day == day ? " aria-current=\"date\"" : ""
      let count = one.items.count
      return """
        <a href="\(PlanPage.path(one.day))" data-swap="main"\(mark)><span>\(PlanDates.weekday(one.day))</span>\
        <b class="num">\(one.day.civil.day)</b><span class="dots" aria-hidden="true">\(String(repeating: "•", count: min(count, 4)))</span>\
        <span class="hide">\(Quantity.count(count, "item"))\(one.day == today ? ", today" : "")</span></a>
        """
    }
    return "<nav class=\"days\" id=\"strip\" data-live aria-label=\"Days of week \(planned.week.number)\">\(days)</nav>"
  }

  /// The links to other weeks, and the form that copies this one.
  private var aside: HTML {
    let now: HTML? = day == today ? nil : "<a class=\"chip\" href=\"/plan\">Today</a>"
    let number = planned.week.number
    return """
      <div class="row"><nav class="row" aria-label="Weeks"><a class="icon" href="\(PlanPage.path(day.adding(-7)))" aria-label="Previous week">\
      \(Icon.previous.html)</a>\(now)<a class="icon" href="\(PlanPage.path(day.adding(7)))" aria-label="Next week">\(Icon.next.html)</a></nav>\
      <button class="chip" type="button" popovertarget="copy">Copy week</button><div class="sheet stack" id="copy" popover role="dialog" \
      aria-labelledby="copy-title"><h2 class="title" id="copy-title">Copy week \(number)</h2><p>Items that the other week already has are kept. \
      Weekly items aren't copied: they repeat anyway.</p><form class="stack" method="post" action="/plan/copy" data-swap="main">\(session.field)\
      <input type="hidden" name="day" value="\(day.description)"><label class="field"><span>To the week of</span>\
      <input type="date" name="to" value="\(planned.week.monday.adding(7).description)" required></label>\
      <button class="button">Copy</button></form><button class="button plain" type="button" popovertarget="copy" popovertargetaction="hide">\
      Cancel</button></div></div>
      """
  }
}

import HealthDesk
import HealthModel
import WeekPlan

/// A day of the plan within its week, with what is planned often one tap away.
struct PlanPage: Sendable {
  let planned: PlannedWeek
  /// The day that is shown; one of the week.
  let day: Day
  let today: Day
  let chips: QuickChips
  let session: PageSession
  var notices: HTML?

  var page: Page {
    Page(
      title: "Plan", tab: .plan, above: "Week \(planned.week.number), \(PlanDates.span(of: planned.week))", aside: copy,
      state: planned.items.isEmpty ? .empty : .ready, notices: notices, session: session,
      content: """
        \(weekBar)<section data-waiting></section><div class="wide"><div>\(items)</div><div>\(quick)\(own)\(note)</div></div>
        """)
  }

  private var shown: PlannedWeek.PlannedDay {
    planned.days.first { $0.day == day } ?? PlannedWeek.PlannedDay(day: day, items: [], note: nil)
  }

  private func link(to day: Day) -> String { "/plan?day=\(day.description)" }

  // MARK: - The week

  private var weekBar: HTML {
    let days = planned.days.map { one -> HTML in
      let mark: HTML = one.day == day ? " aria-current=\"date\"" : ""
      let count = one.items.count
      return """
        <a href="\(link(to: one.day))" data-swap="main"\(mark)><span>\(PlanDates.weekday(one.day))</span><b class="num">\(one.day.civil.day)</b>\
        <span class="dots" aria-hidden="true">\(String(repeating: "•", count: min(count, 4)))</span>\
        <span class="hide">\(Quantity.count(count, "item"))\(one.day == today ? ", today" : "")</span></a>
        """
    }
    let now: HTML? = planned.week.contains(today) ? nil : "<a class=\"chip\" href=\"/plan\" data-swap=\"main\">Today</a>"
    return """
      <nav class="days" aria-label="Days of week \(planned.week.number)">\(days)</nav><nav class="row" aria-label="Weeks">\
      <a class="chip" href="\(link(to: day.adding(-7)))">Previous week</a>\(now)<a class="chip" href="\(link(to: day.adding(7)))">Next week</a></nav>
      """
  }

  // MARK: - The day

  private var items: HTML {
    let workouts = shown.inOrder.filter { $0.kind == .workout }
    let meals = shown.inOrder.filter { $0.kind != .workout }
    return """
      <section id="planned" data-live><h2>\(PlanDates.day(day, beside: today))</h2>\(part("Workouts", "No workouts yet", workouts))\
      \(part("Meals", "No meals yet", meals))</section>
      """
  }

  private func part(_ title: String, _ none: String, _ items: [PlanItem]) -> HTML {
    let list: HTML = items.isEmpty ? "<p class=\"empty\">\(none)</p>" : "<ul class=\"rows\">\(items.map(row))</ul>"
    return "<section class=\"card\"><h3>\(title)</h3>\(list)</section>"
  }

  private func row(_ item: PlanItem) -> HTML {
    let meal = item.kind.meal?.rawValue
    let weekly = item.repeats == nil ? nil : "every \(PlanDates.weekday(item.day))"
    let about = [meal, weekly, item.isCompleted ? "done" : nil].compactMap(\.self).joined(separator: " · ")
    let open: HTML = """
      <a class="icon" href="/plan/item?id=\(item.id)&amp;day=\(day.description)" aria-label="Change \(item.words)">\(Icon.more.html)</a>
      """
    let remove: HTML = """
      <form method="post" action="/plan/remove" data-swap="planned">\(session.field)\(hidden(item))<button class="icon" \
      aria-label="Remove \(item.words)">\(Icon.remove.html)</button></form>
      """
    return PlanRows(session: session, part: "planned").row(item, about: about, extra: "\(open)\(remove)")
  }

  private func hidden(_ item: PlanItem) -> HTML {
    "<input type=\"hidden\" name=\"item\" value=\"\(item.id)\"><input type=\"hidden\" name=\"day\" value=\"\(day.description)\">"
  }

  // MARK: - Adding

  private func form(_ content: HTML, _ attributes: HTML) -> HTML {
    """
    <form method="post" action="/plan/add" data-swap="main" data-offline="title" data-label="Plan"\(attributes)>\(session.entry(id: newID))\
    <input type="hidden" name="day" value="\(day.description)">\(content)</form>
    """
  }

  /// Returns an entry id for a form that is sent without the script, so that reloading the page doesn't plan twice.
  private var newID: String { RecordID.make(atMs: Int64(today.number) * 86_400_000) }

  private var quick: HTML {
    func scroll(_ name: String, _ chips: [QuickChips.Chip]) -> HTML? {
      if chips.isEmpty { return nil }
      let forms = chips.map { chip in
        form(
          """
          <input type="hidden" name="kind" value="\(chip.kind.meal?.rawValue ?? "workout")"><button class="chip" name="title" \
          value="\(chip.title)">+ \(chip.title)</button>
          """, "")
      }
      return "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"\(name)\">\(forms)</div>"
    }
    let workouts = scroll("Quick workouts", chips.chips.filter { $0.kind == .workout })
    let meals = scroll("Quick meals", chips.chips.filter { $0.kind != .workout })
    return workouts == nil && meals == nil ? "" : "<section><h2>Add in one tap</h2>\(workouts)\(meals)</section>"
  }

  private var own: HTML {
    let kinds = ["workout"] + PlannedMeal.allCases.map(\.rawValue)
    let choices = kinds.map { kind -> HTML in
      let mark: HTML = kind == "workout" ? " checked" : ""
      return """
        <label class="chip"><input type="radio" name="kind" value="\(kind)"\(mark)>\(kind.asTitle)</label>
        """
    }
    return "<section><h2>Something else</h2>"
      + form(
        """
        <label class="field"><span>Title</span><input name="title" maxlength="\(PlanItem.longestTitle)" autocomplete="off"></label>\
        <fieldset><legend>Kind</legend><div class="row">\(choices)</div></fieldset>\
        <label class="check"><input type="checkbox" name="weekly" value="1"><span>Every week</span></label><button class="button">Add</button>
        """, " class=\"card stack\"") + "</section>"
  }

  private var note: HTML {
    """
    <section><h2 id="note-title">Note</h2><form class="card stack" method="post" action="/plan/note" data-swap="main">\(session.field)\
    <input type="hidden" name="day" value="\(day.description)"><textarea name="note" rows="3" aria-labelledby="note-title" dir="auto">\
    \(shown.note ?? "")</textarea><button class="button plain">Save note</button></form></section>
    """
  }

  private var copy: HTML {
    """
    <form method="post" action="/plan/copy" data-swap="main">\(session.field)<input type="hidden" name="day" \
    value="\(day.description)"><button class="chip" aria-label="Copy week \(planned.week.number) to the next">Copy week</button></form>
    """
  }
}

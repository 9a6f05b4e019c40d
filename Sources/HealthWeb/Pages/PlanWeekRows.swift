import HealthDesk
import HealthModel
import WeekPlan

/// The days of a week as rows, each with what is planned for it; a row shows its day.
struct PlanWeekRows: Sendable {
  let planned: PlannedWeek
  /// The day that is shown.
  let day: Day
  let today: Day
  let session: PageSession

  var html: HTML {
    """
    <section id="week" data-live><h2>Week \(planned.week.number), \(PlanDates.span(of: planned.week))</h2><div class="stack">\
    <ul class="rows card">\(planned.days.map(row))</ul>\
    <div class="row"><form method="post" action="/plan/match" data-swap="main">\(session.field)<input type="hidden" name="day" \
    value="\(day.description)"><button class="chip" data-busy="Comparing...">Tick off done workouts</button></form>\
    <a class="chip" href="/plan/calendar?day=\(day.description)" download>Calendar file</a></div></div></section>
    """
  }

  private func row(_ one: PlannedWeek.PlannedDay) -> HTML {
    let mark: HTML = one.day == day ? " aria-current=\"date\"" : ""
    let name = PlanDates.day(one.day, beside: today)
    let isShown: HTML? = one.day == day ? " <span class=\"badge\">shown</span>" : nil
    let isToday: HTML? = one.day == today ? " <span class=\"badge plain\">today</span>" : nil
    var about = one.inOrder.map(\.words)
    if one.note != nil { about.append("note") }
    let items = about.isEmpty ? "nothing planned" : about.joined(separator: ", ")
    let done = one.items.count(where: \.isCompleted)
    let count: HTML? =
      one.items.isEmpty ? nil : "<span class=\"num small\">\(done) of \(one.items.count)<span class=\"hide\"> done</span></span>"
    return """
      <li><a class="open" href="\(PlanPage.path(one.day))" data-swap="main"\(mark)><span class="grow"><span>\(name)\(isShown)\(isToday)</span>\
      <span class="small soft name" dir="auto">\(items)</span></span>\(count)</a></li>
      """
  }
}

import Digests
import HealthDesk
import HealthModel
import WeekPlan

/// The main card of the plan: a day's workouts, meals and note.
struct PlanDayCard: Sendable {
  let shown: PlannedWeek.PlannedDay
  let now: Moment
  /// The best windows of planned swims and runs.
  var advice: [GoView.Advice] = []
  let session: PageSession
  /// The note that was typed and not saved; `nil` = the form has the day's.
  var typedNote: String?

  /// The parts of the page that an edit of an item changes, by their ids.
  static let parts = "planned week strip"

  var html: HTML {
    let workouts = shown.inOrder.filter { $0.kind == .workout }
    let meals = shown.inOrder.filter { $0.kind != .workout }
    return """
      <section aria-labelledby="day-title"><h2 id="day-title">\(PlanDates.inFull(day))\(day == now.day ? ", today" : "")</h2>\
      <div class="card stack"><div id="planned" class="stack" data-live>\(part("Workouts", "No workouts yet", workouts))\
      \(advice.contains { $0.item.day == day } ? GoParts.attribution : nil)\(part("Meals", "No meals yet", meals))</div><div id="note" data-live>\(note)</div></div></section>
      """
  }

  private var day: Day { shown.day }

  private func part(_ title: String, _ none: String, _ items: [PlanItem]) -> HTML {
    let list: HTML = items.isEmpty ? "<p class=\"soft\">\(none)</p>" : "<ul class=\"rows\">\(items.map(row))</ul>"
    return "<div class=\"tight\"><h3>\(title)</h3>\(list)</div>"
  }

  private func row(_ item: PlanItem) -> HTML {
    let meal = item.kind.meal?.rawValue
    let weekly = item.repeats == nil ? nil : "every \(PlanDates.weekday(item.day))"
    let window = advice.first { $0.item.id == item.id }.map { "best \(GoWords.span($0.window))" }
    let about = [meal, weekly, item.isCompleted ? "done" : nil, window].compactMap(\.self).joined(separator: " · ")
    let remove: HTML = """
      <form method="post" action="/plan/remove" data-swap="\(PlanDayCard.parts)">\(session.field)\(hidden(item))<button class="icon" \
      aria-label="Remove \(item.words)">\(Icon.remove.html)</button></form>
      """
    return PlanRows(session: session, part: PlanDayCard.parts).row(
      item, about: about, page: "/plan/item?id=\(item.id.inQuery)&day=\(day.description)", extra: "\(log(item))\(remove)")
  }

  /// Logs a planned meal as eaten. Only for meals that aren't done and not yet to come.
  private func log(_ item: PlanItem) -> HTML? {
    guard item.kind != .workout, !item.isCompleted, item.day <= now.day else { return nil }
    return """
      <form method="post" action="/plan/log" data-swap="\(PlanDayCard.parts)" data-offline="" data-label="Log \(item.title)">\
      \(session.entry(id: RecordID.make(atMs: now.ms)))\(hidden(item))<button class="chip" aria-label="Log \(item.words)">Log</button></form>
      """
  }

  private func hidden(_ item: PlanItem) -> HTML {
    "<input type=\"hidden\" name=\"item\" value=\"\(item.id)\"><input type=\"hidden\" name=\"day\" value=\"\(day.description)\">"
  }

  // MARK: - The note

  /// Returns a value that changes with the note, by which a form for an older version is detected.
  ///
  /// - Parameter note: `nil` = there is none.
  static func mark(_ note: String?) -> String { String(Hexadecimal.text(SHA256.of(note ?? "")).prefix(16)) }

  private var note: HTML {
    let text = typedNote ?? shown.note ?? ""
    let unfolded: HTML = text.isEmpty ? "" : " open"
    return """
      <details\(unfolded)><summary>Note</summary><form class="tight" method="post" action="/plan/note" data-swap="note strip week" \
      data-offline="note" data-label="Note">\(session.entry(id: RecordID.make(atMs: now.ms)))<input type="hidden" name="day" \
      value="\(day.description)"><input type="hidden" name="mark" value="\(PlanDayCard.mark(shown.note))"><label class="field">\
      <span class="hide">Note of \(PlanDates.inFull(day))</span><textarea name="note" rows="3" maxlength="5000" dir="auto">\
      \n\(text)</textarea></label><button class="button plain">Save note</button></form></details>
      """
  }
}

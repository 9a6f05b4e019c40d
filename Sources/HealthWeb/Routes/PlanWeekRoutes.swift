import HTTPTypes
import HealthDesk
import HealthModel
import HealthStore
import Hummingbird
import WeekPlan

/// The routes for days and weeks of the plan as a whole: notes, copies, done workouts, a calendar file.
struct PlanWeekRoutes: Sendable {
  let desk: PlanTable

  func add(to router: some RouterMethods<WebContext>) {
    router.post("/plan/note") { request, context in try await note(request, context) }
    router.post("/plan/copy") { request, context in try await copy(request, context) }
    router.post("/plan/match") { request, context in try await match(request, context) }
    router.get("/plan/calendar") { request, context in try await calendar(request) }
  }

  private func note(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let session = try context.requireSession()
    guard let day = try PlanTable.day(form["day"]), let sent = form["note"] else { throw Refusal.badForm }
    // Browsers send CR LF.
    let text = sent.replacing("\r\n", with: "\n")
    let (now, mark) = (desk.clock.now, form["mark"])
    let outcome = try await desk.library.write { library in
      try PlanDesk(library, at: now).setNote(text, on: day) { mark == nil || mark == PlanDayCard.mark($0) }
    }
    let path = PlanPage.path(day)
    switch outcome {
    case .saved: return desk.notices.redirect(to: path, .done("Saved the note", undoFor: session))
    case .unchanged: return desk.notices.redirect(to: path, .done("The note was not changed"))
    case .changedElsewhere(let other):
      let notice = HTML.failed(
        "Not saved.", "The note was changed elsewhere in the meantime: “\(other ?? "")”. Merge the two texts and save again.")
      return try await desk.page(day, session, typedNote: text, notices: notice).page.response(.unprocessableContent)
    }
  }

  /// Copies the week of a day to another week, by default the next one.
  private func copy(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let day = try PlanTable.day(form["day"]) else { throw Refusal.badForm }
    let (now, week) = (desk.clock.now, ISOWeek(of: day))
    let target = try PlanTable.day(form["to"]).map(ISOWeek.init(of:)) ?? week.adding(1)
    let copied = try await desk.library.write { try PlanDesk($0, at: now).copyWeek(from: week, to: target) }
    let counts = [(copied.items.count, "item"), (copied.notes.count, "note")].filter { $0.0 > 0 }.map { Quantity.count($0.0, $0.1) }
    let words = counts.isEmpty ? "Week \(target.number) already has all of it" : "Copied \(counts.joined(separator: " and "))"
    return desk.notices.redirect(
      to: PlanPage.path(target.days[day.weekday - 1]), .done(words, undoFor: counts.isEmpty ? nil : try context.requireSession()))
  }

  /// Ticks off the workouts of a week that were done, as imported data show.
  private func match(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let session = try context.requireSession()
    guard let day = try PlanTable.day(form["day"]) else { throw Refusal.badForm }
    let (now, week) = (desk.clock.now, ISOWeek(of: day))
    let results = try await desk.library.write {
      try PlanDesk($0, at: now, week: week).match(from: week.monday, through: week.sunday, isDryRun: false)
    }
    let done = results.compactMap { result in if case .matched(let item, _) = result { item.words } else { nil } }
    let words = done.isEmpty ? "No imported workout matches an open one of this week." : "Done: \(done.joined(separator: ", "))"
    let notice = HTML.done(words, undoFor: done.isEmpty ? nil : session)
    let doubts = results.compactMap { PlanWeekRoutes.doubt($0, today: now.day) }.map(HTML.waiting)
    return desk.notices.redirect(to: PlanPage.path(day), notice + .all(doubts))
  }

  /// Returns a sentence about an ambiguous match; `nil` = it is clear.
  private static func doubt(_ result: WorkoutMatch.Result, today: Day) -> String? {
    func name(_ item: PlanItem) -> String { "\(item.words) on \(PlanDates.day(item.day, beside: today))" }
    switch result {
    case .several(let item, let workouts):
      return "\(name(item)) may be any of \(workouts.map(\.words).joined(separator: "; ")). Tick it off yourself if you did it."
    case .shared(let item, let workout, let others):
      return "\(workout.words) may be \(([item] + others).map(name).joined(separator: " or ")). Tick off the right one."
    case .matched, .notDone, .unknownActivity: return nil
    }
  }

  private func calendar(_ request: Request) async throws -> Response {
    let query = try Form(query: request)
    let now = desk.clock.now
    let week = ISOWeek(of: try PlanTable.day(query["day"]) ?? now.day)
    let text = try await desk.library.read { library in
      let planner = Planner(library)
      return ICalendar.document(
        try planner.rows(from: week.monday, through: week.sunday), notes: try planner.notes(from: week.monday, through: week.sunday),
        from: week.monday, through: week.sunday, stampMs: now.ms)
    }
    return Response(
      status: .ok,
      headers: [.contentType: "text/calendar; charset=utf-8", .contentDisposition: "attachment; filename=\"plan-\(week).ics\""],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}

import HealthDesk
import HealthModel
import HealthStore
import Hummingbird
import WeekPlan

/// `/plan`, one item of it, and what their forms send.
struct PlanRoutes: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock
  let notices: Notices

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/plan") { request, context in try await show(request, context) }
    router.get("/plan/item") { request, context in try await item(request, context) }
    router.post("/plan/add") { request, context in try await add(request, context) }
    router.post("/plan/done") { request, context in try await tick(request, context) }
    router.post("/plan/rename") { request, context in try await rename(request, context) }
    router.post("/plan/move") { request, context in try await move(request, context) }
    router.post("/plan/remove") { request, context in try await remove(request, context) }
    router.post("/plan/note") { request, context in try await note(request, context) }
    router.post("/plan/copy") { request, context in try await copy(request, context) }
  }

  // MARK: - Pages

  private func show(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let (today, chips, notices) = (clock.now.day, settings.chips, notices.shown(for: request))
    let query = try Form(query: request)
    let day = try PlanRoutes.day(query["day"]) ?? today
    let page = try await library.read { library in
      let weeks = try PlannedWeek.weeks(1, from: ISOWeek(of: day), in: Planner(library))
      return PlanPage(planned: weeks[0], day: day, today: today, chips: chips, session: session, notices: notices).page
    }
    return page.response()
  }

  private func item(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let today = clock.now.day
    let query = try Form(query: request)
    guard let id = query["id"] else { throw Refusal.badForm }
    let day = try PlanRoutes.day(query["day"]) ?? today
    let page = try await library.read { library in
      let item = try Planner(library).item(matching: id, in: ISOWeek(of: day))
      return PlanItemPage(item: item, day: day, today: today, session: session).page
    }
    return page.response()
  }

  // MARK: - Forms

  private func add(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let (id, now) = (try form.entryID(by: clock), try form.enteredAt(by: clock))
    guard let day = try PlanRoutes.day(form["day"]), let word = form["kind"] else { throw Refusal.badForm }
    let meal = PlannedMeal(rawValue: word)
    guard meal != nil || word == "workout" else { throw Refusal.badForm }
    let draft = try PlanDraft(
      [(kind: meal.map(PlanItem.Kind.meal) ?? .workout, text: form["title"] ?? "")], on: day,
      repeats: form["weekly"] == "1" ? .weekly(until: nil) : nil, id: id)
    let added = try await library.write { try PlanDesk($0, at: now, week: ISOWeek(of: day)).add(draft) }
    guard let item = added.first else { return .redirect(toOwn: PlanRoutes.path(day)) }
    return notices.redirect(to: PlanRoutes.path(day), .done("Planned \(item.words)", undoFor: try context.requireSession()))
  }

  private func tick(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let item = form["item"], let done = form["done"], ["0", "1"].contains(done) else { throw Refusal.badForm }
    _ = try await change(.complete(done == "1"), item, try PlanRoutes.day(form["day"]))
    return .redirect(toOwn: request.ownReferrer ?? "/")
  }

  private func rename(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let item = form["item"], let title = form["title"], let day = try PlanRoutes.day(form["day"]) else { throw Refusal.badForm }
    let changed = try await change(.rename(title, wholeSeries: form["series"] == "1"), item, day)
    return notices.redirect(to: PlanRoutes.path(day), .done("Renamed \(changed)", undoFor: try context.requireSession()))
  }

  private func move(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let item = form["item"], let day = try PlanRoutes.day(form["day"]), let target = try PlanRoutes.day(form["to"]) else {
      throw Refusal.badForm
    }
    let changed = try await change(.move(to: target), item, day)
    return notices.redirect(to: PlanRoutes.path(target), .done("Moved \(changed)", undoFor: try context.requireSession()))
  }

  private func remove(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let item = form["item"], let day = try PlanRoutes.day(form["day"]) else { throw Refusal.badForm }
    let changed = try await change(.remove(wholeSeries: form["series"] == "1"), item, day)
    return notices.redirect(to: PlanRoutes.path(day), .done("Removed \(changed)", undoFor: try context.requireSession()))
  }

  private func note(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let day = try PlanRoutes.day(form["day"]), let text = form["note"] else { throw Refusal.badForm }
    let now = clock.now
    let isChanged = try await library.write { try PlanDesk($0, at: now).setNote(PlanTitle.trimmed(text), on: day) }
    let session = isChanged ? try context.requireSession() : nil
    return notices.redirect(to: PlanRoutes.path(day), .done(isChanged ? "Saved the note" : "The note is as it was", undoFor: session))
  }

  /// Plans in the next week what this one has.
  private func copy(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let day = try PlanRoutes.day(form["day"]) else { throw Refusal.badForm }
    let (now, week) = (clock.now, ISOWeek(of: day))
    let copied = try await library.write { try PlanDesk($0, at: now).copyWeek(from: week, to: week.adding(1)) }
    let isNothing = copied.items.isEmpty && copied.notes.isEmpty
    let words = isNothing ? "Week \(week.adding(1).number) has all of it already" : "Copied \(Quantity.count(copied.items.count, "item"))"
    return notices.redirect(
      to: PlanRoutes.path(day.adding(7)), .done(words, undoFor: isNothing ? nil : try context.requireSession()))
  }

  private func change(_ change: PlanChange, _ item: String, _ day: Day?) async throws -> String {
    let now = clock.now
    let week = day.map(ISOWeek.init(of:))
    let changed = try await library.write { try PlanDesk($0, at: now, week: week).change(change, [item]) }
    return changed.first?.item?.words ?? "the item"
  }

  /// The day that a field names; `nil` when it is missing or empty.
  private static func day(_ text: String?) throws(Refusal) -> Day? {
    guard let text, !text.isEmpty else { return nil }
    guard let day = Day(text) else { throw Refusal.badForm }
    return day
  }

  private static func path(_ day: Day) -> String { "/plan?day=\(day.description)" }
}

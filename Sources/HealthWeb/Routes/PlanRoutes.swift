import HealthDesk
import HealthModel
import HealthStore
import Hummingbird
import WeekPlan

/// `/plan`: the plan, its items, and the forms that change them.
struct PlanRoutes: Sendable {
  let desk: PlanTable

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/plan") { request, context in try await show(request, context) }
    router.get("/plan/item") { request, context in try await item(request, context) }
    router.post("/plan/add") { request, context in try await add(request, context) }
    router.post("/plan/done") { request, context in try await tick(request, context) }
    router.post("/plan/rename") { request, context in try await rename(request, context) }
    router.post("/plan/move") { request, context in try await move(request, context) }
    router.post("/plan/remove") { request, context in try await remove(request, context) }
    router.post("/plan/log") { request, context in try await log(request, context) }
  }

  // MARK: - Pages

  private func show(_ request: Request, _ context: WebContext) async throws -> Response {
    let (session, query) = (try context.requireSession(), try Form(query: request))
    let (asked, notice) = (try PlanTable.day(query["day"]), desk.notices.shown(for: request))
    return try await desk.kept.answer(.plan, request, context) { [desk] in
      try await desk.page(asked ?? desk.clock.now.day, session, notices: notice)
    }
  }

  private func item(_ request: Request, _ context: WebContext) async throws -> Response {
    let query = try Form(query: request)
    guard let id = query["id"] else { throw Refusal.badForm }
    let day = try PlanTable.day(query["day"]) ?? desk.clock.now.day
    return try await desk.itemPage(id, on: day, context.requireSession()).response()
  }

  // MARK: - Adding

  private func add(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let session = try context.requireSession()
    let (id, now) = (try form.entryID(by: desk.clock), try form.enteredAt(by: desk.clock))
    guard let day = try PlanTable.day(form["day"]), let kind = form["kind"].flatMap(PlanForms.kind) else { throw Refusal.badForm }
    let typed = TypedPlanItem(kind: kind, title: form["title"] ?? "", isWeekly: form["weekly"] == "1", until: form["until"] ?? "")
    let draft: PlanDraft
    do { draft = try typed.draft(on: day, id: id) } catch {
      let notice = HTML.failed("Not planned.", error.message)
      return try await desk.page(day, session, typed: typed, fault: error, notices: notice).page.response(.unprocessableContent)
    }
    let action = desk.events.begin { _ in .plannerQuickAdd(type: kind == .workout ? .workout : .meal, day: day) }
    let addition: PlanDesk.Addition
    do {
      let total: Int
      (addition, total) = try await desk.library.write { library in
        let plan = PlanDesk(library, at: now, week: ISOWeek(of: day))
        let addition = try plan.addOnce(draft)
        let items = try plan.planner.items(from: day, through: day)
        return (addition, items.count { ($0.kind == .workout) == (kind == .workout) })
      }
      action.succeeded(.planned(newTotal: total))
    } catch {
      action.failed(error)
      throw error
    }
    let notice: HTML =
      switch addition {
      case .added(let items): .done("Planned \(items.map(\.words).joined(separator: ", "))", undoFor: session)
      case .earlier(let item): .done("\(item.words) was already planned; it wasn't added twice.")
      case .removedSince: .done("This was planned and has been removed since. It wasn't added again.")
      }
    return desk.notices.redirect(to: PlanPage.path(day), notice)
  }

  // MARK: - Changing

  private func tick(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let item = form["item"], let done = form["done"], ["0", "1"].contains(done) else { throw Refusal.badForm }
    _ = try await desk.change(.complete(done == "1"), item, try PlanTable.day(form["day"]))
    // Without a word, but as the answer to a form.
    return desk.notices.redirect(to: request.ownReferrer ?? "/", "")
  }

  private func rename(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let session = try context.requireSession()
    guard let item = form["item"], let title = form["title"], let day = try PlanTable.day(form["day"]) else { throw Refusal.badForm }
    let words: String
    do { words = try await desk.change(.rename(title, wholeSeries: form["series"] == "1"), item, day) } catch let error as PlanFailure {
      guard let fault = error.error as? PlanError else { throw error }
      return try await desk.itemPage(item, on: day, session, typed: title, fault: fault.message.sentence).response(.unprocessableContent)
    }
    return desk.notices.redirect(to: PlanPage.path(day), .done("Renamed \(words)", undoFor: session))
  }

  private func move(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let item = form["item"], let day = try PlanTable.day(form["day"]), let target = try PlanTable.day(form["to"]) else {
      throw Refusal.badForm
    }
    let words = try await desk.change(.move(to: target), item, day)
    let date = PlanDates.day(target, beside: desk.clock.now.day)
    return desk.notices.redirect(to: PlanPage.path(target), .done("Moved \(words) to \(date)", undoFor: try context.requireSession()))
  }

  private func remove(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let item = form["item"], let day = try PlanTable.day(form["day"]) else { throw Refusal.badForm }
    let words = try await desk.change(.remove(wholeSeries: form["series"] == "1"), item, day)
    return desk.notices.redirect(to: PlanPage.path(day), .done("Removed \(words)", undoFor: try context.requireSession()))
  }

  // MARK: - Eating

  /// The result of logging a planned meal.
  private enum Eaten: Sendable {
    case logged(Meal)
    case earlier
    case refused(PlannedMealError)
  }

  /// Logs a planned meal as the recent food of its name, and ticks it off.
  private func log(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let session = try context.requireSession()
    guard let ref = form["item"], let day = try PlanTable.day(form["day"]) else { throw Refusal.badForm }
    let (id, now, clock) = (try form.entryID(by: desk.clock), try form.enteredAt(by: desk.clock), desk.clock)
    let path = desk.library.path
    let action = desk.events.begin { _ in .foodLogSubmit(barcode: nil, hasAuthToken: Events.hasAuthToken(forLibrary: path)) }
    let eaten: Eaten = try await desk.write(day) { library in
      let diary = Diary(library)
      if try diary.history(of: id) != nil { return .earlier }
      do {
        let planned = try PlannedMealLog(ref, in: PlanDesk(library, at: now, week: ISOWeek(of: day)))
        let wish = MealWish(
          eatenAt: try planned.usualTime(by: clock), slot: planned.meal.slot, amount: nil, note: nil, id: id)
        let meal = try planned.recentFood(wish, in: diary)
        _ = try planned.log(meal)
        return .logged(meal)
      } catch let error as PlannedMealError {
        return .refused(error)
      }
    }
    switch eaten {
    case .logged, .earlier: action.succeeded(.logged)
    case .refused(let error): action.failed(WebError(.interrupted, error.sentence, hint: nil, kind: .no))
    }
    switch eaten {
    case .logged(let meal):
      let words = "Logged \(meal.name), \(MealRows.energy(meal.nutrition))"
      return desk.notices.redirect(to: PlanPage.path(day), .done(words, undoFor: session))
    case .earlier: return desk.notices.redirect(to: PlanPage.path(day), .done("That was already logged; it wasn't logged twice."))
    case .refused(.isDone(let item)):
      return desk.notices.redirect(to: PlanPage.path(day), .done("\(item.words) is already done. Nothing was logged."))
    case .refused(let error):
      let notice = HTML.failed("Not logged.", error.sentence)
      // Nobody sees where an entry that waited on the device leads to: it is kept there with the reason.
      guard let item = error.foodToChoose, form["waited"] != "1" else {
        return try await desk.page(day, session, notices: notice).page.response(.unprocessableContent)
      }
      return desk.notices.redirect(to: "/food?q=\(item.title.onOneLine.inQuery)", notice)
    }
  }
}

extension PlannedMealError {
  /// The item whose food the user can search for; `nil` = that wouldn't help.
  fileprivate var foodToChoose: PlanItem? {
    switch self {
    case .noRecentFood(let item), .unclearFood(let item, _): item
    case .isWorkout, .isDone, .isYetToCome: nil
    }
  }

  /// As a sentence of a page.
  fileprivate var sentence: String {
    switch self {
    case .isWorkout(let item): "\(item.words) is a workout; only meals can be logged."
    case .isDone(let item): "\(item.words) is already done."
    case .isYetToCome(let item, let today): "\(item.words) is planned for the future: \(PlanDates.day(item.day, beside: today))."
    case .noRecentFood(let item): "No recent food is called \(item.title.onOneLine). Log it by hand or scan it."
    case .unclearFood(let item, let names):
      "It isn't clear which recent food \(item.title.onOneLine) is: \(names.prefix(5).map(\.onOneLine).joined(separator: ", ")). Choose it below."
    }
  }
}

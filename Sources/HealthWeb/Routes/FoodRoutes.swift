import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// `/food`, one meal, and what their forms send.
struct FoodRoutes: Sendable {
  let library: SharedLibrary
  let clock: any WallClock
  let notices: Notices

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/food") { request, context in try await show(request, context) }
    router.post("/food/log") { request, context in try await log(request, context) }
    router.post("/food/again") { request, context in try await again(request, context) }
    router.get("/food/:id") { _, context in try await meal(context) }
    router.post("/food/:id") { request, context in try await edit(request, context) }
    router.post("/food/:id/delete") { request, context in try await delete(request, context) }
  }

  // MARK: - Pages

  private func show(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let (now, notices) = (clock.now, notices.shown(for: request))
    guard let form = Form(request.uri.query ?? "") else { throw Refusal.badForm }
    let query = String((form["q"] ?? "").onOneLine.prefix(200))
    let words = query.split(whereSeparator: \.isWhitespace).map(String.init)
    let page = try await library.read { library in
      let diary = Diary(library)
      let foods = try Array(diary.recentFoods(with: words).prefix(words.isEmpty ? 12 : 50))
      let days = try Array(diary.menus(from: now.day.adding(-6), through: now.day).reversed())
      return FoodPage(query: query, foods: foods, days: days, now: now, session: session, notices: notices).page
    }
    return page.response()
  }

  private func meal(_ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    return MealPage(meal: try await found(context), now: clock.now, session: session).page.response()
  }

  private func found(_ context: WebContext) async throws -> Meal {
    let id = try context.parameters.require("id")
    let (found, failures) = try await library.read { Diary($0).meals(matching: [id]) }
    if let meal = found.first { return meal }
    throw failures.first?.kind == .no || failures.isEmpty
      ? Refusal(
        status: .notFound, title: "The meal isn't there any more",
        message: "It was deleted here or on another device. Go to <a href=\"/food\">food</a>.") : Refusal(failures[0])
  }

  // MARK: - Forms

  private func log(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let (session, entry) = (try context.requireSession(), try EntryFields(form, clock: clock))
    do {
      let fields = try MealFields(form)
      let wish = MealWish(eatenAt: entry.at, slot: fields.slot, amount: fields.amount, note: fields.note)
      var meal = Meal(byHand: fields.name, nutrition: fields.nutrition, wish: wish, now: clock.now)
      meal.id = entry.id
      return try await logged(meal, session, to: request.ownReferrer)
    } catch let wrong as MealFields.Wrong {
      let page = Page(
        title: "Log by hand", tab: .food, state: .error, isNarrow: true, session: session,
        content: """
          <p class="banner bad" role="alert">\(wrong.reason.sentence)</p>\(MealForm(session: session, now: entry.at, typed: form).byHand)
          """)
      return page.response(.unprocessableContent)
    }
  }

  private func again(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let (session, entry, now) = (try context.requireSession(), try EntryFields(form, clock: clock), clock.now)
    guard let id = form["meal"] else { throw Refusal.badForm }
    let meal = try await library.read { library in
      let (found, failures) = Diary(library).meals(matching: [id])
      if let failure = failures.first { throw failure }
      var meal = try found[0].again(MealWish(eatenAt: entry.at, slot: nil, amount: nil, note: nil), now: now)
      meal.id = entry.id
      return meal
    }
    return try await logged(meal, session, to: request.ownReferrer)
  }

  private func logged(_ meal: Meal, _ session: PageSession, to page: String?) async throws -> Response {
    let now = clock.now
    let isNew = try await library.write { try Diary($0).logOnce(meal, at: now) }
    let words =
      "\(isNew ? "Logged" : "Logged already:") \(meal.name)\(meal.nutrition.energyKcal.map { ", \(Figures.whole($0)) kcal" } ?? "")"
    return notices.redirect(to: page ?? "/food", .done(words, undoFor: isNew ? session : nil))
  }

  private func edit(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let (session, now, old) = (try context.requireSession(), clock.now, try await found(context))
    do {
      let edit = try edit(form, of: old)
      let meal = try await library.write { try Diary($0).edit(old.id, edit, at: now) }
      return notices.redirect(to: "/food", .done("Changed \(meal.name)", undoFor: session))
    } catch let wrong as MealFields.Wrong {
      return MealPage(meal: old, now: now, session: session, wrong: (wrong.reason, form)).page.response(.unprocessableContent)
    } catch let error as any UserFacingError where [.usage, .badData].contains(error.kind) {
      return MealPage(meal: old, now: now, session: session, wrong: (error.message, form)).page.response(.unprocessableContent)
    }
  }

  /// Only what another value was given for: an amount that stays doesn't scale the energy that was typed.
  private func edit(_ form: Form, of old: Meal) throws -> MealEdit {
    let fields = try MealFields(form)
    func changed(_ new: Double?, _ old: Double?) -> Double? {
      guard let new, old.map({ Figures.decimal($0, 100) }) != Figures.decimal(new, 100) else { return nil }
      return new
    }
    var edit = MealEdit()
    if fields.name != old.name { edit.name = fields.name }
    if let amount = fields.amount,
      changed(amount.servings, old.amount.servings) != nil
        || changed(amount.grams, old.amount.servings == nil ? old.amount.grams : nil) != nil
    {
      edit.amount = amount
    }
    edit.nutrition = Nutrition(
      energyKcal: changed(fields.nutrition.energyKcal, old.nutrition.energyKcal),
      proteinG: changed(fields.nutrition.proteinG, old.nutrition.proteinG), carbsG: changed(fields.nutrition.carbsG, old.nutrition.carbsG),
      fatG: changed(fields.nutrition.fatG, old.nutrition.fatG))
    if let slot = fields.slot, slot != old.slot { edit.slot = slot }
    if fields.note != old.note { edit.note = fields.note ?? "" }
    if let time = form["time"], !time.isEmpty, time != "\(old.eatenAt.day.description)T\(old.eatenAt.clock)" {
      edit.eatenAt = try moment(time)
    }
    return edit
  }

  /// `2026-02-10T12:03`, as browsers send it.
  private func moment(_ text: String) throws(MealFields.Wrong) -> Moment {
    let parts = text.split(separator: "T")
    let numbers = parts.count == 2 ? parts[1].split(separator: ":").prefix(2).compactMap { Int($0) } : []
    guard let day = parts.first.flatMap({ Day(String($0)) }), numbers.count == 2, (0..<24).contains(numbers[0]),
      (0..<60).contains(numbers[1])
    else { throw MealFields.Wrong(reason: "the time must be a day and a time of day") }
    return clock.moment(on: day, hour: numbers[0], minute: numbers[1])
  }

  private func delete(_ request: Request, _ context: WebContext) async throws -> Response {
    _ = try await context.form(of: request)
    let (session, now, meal) = (try context.requireSession(), clock.now, try await found(context))
    try await library.write { try Diary($0).delete([meal], at: now) }
    return notices.redirect(to: "/food", .done("Deleted \(meal.name)", undoFor: session))
  }
}

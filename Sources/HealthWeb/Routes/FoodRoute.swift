import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// `/food`: the logged meals; `/food/ID`: one meal, which can be changed and deleted there; `/portion`: how much of a food to log;
/// `/meals`: the meals of a day.
struct FoodRoute: Sendable {
  let desk: FoodDesk

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/food") { request, context in try await show(request, context) }
    router.get("/portion") { request, context in try await showPortion(request, context) }
    router.get("/meals") { request, context in try await showDay(request, context) }
    router.get("/food/:id") { request, context in try await showMeal(request, context) }
    router.post("/food/:id") { request, context in try await change(request, context) }
  }

  private func show(_ request: Request, _ context: WebContext) async throws -> Response {
    let (session, fields) = (try context.requireSession(), try Form(query: request))
    let query = String((fields["q"] ?? "").onOneLine.prefix(TypedMeal.longestName))
    let shown = fields["show"].flatMap { Int($0) }.map { min(max($0, FoodResults.step), FoodResults.most) } ?? FoodResults.step
    let (before, notice) = (fields["before"].flatMap { Day($0) }, desk.notices.shown(for: request))
    return try await desk.kept.answer(.food, request, context) { [desk] in
      try await desk.foodPage(session, query: query, shown: shown, before: before, notices: notice)
    }
  }

  private func showPortion(_ request: Request, _ context: WebContext) async throws -> Response {
    let fields = try Form(query: request)
    return try await desk.portionPage(
      own: fields["own"], again: fields["again"], context.requireSession(), unit: fields["unit"].flatMap(TypedMeal.Unit.init(rawValue:)),
      notices: desk.notices.shown(for: request)
    ).response()
  }

  private func showDay(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let (settings, today, notices) = (desk.settings, desk.clock.now.day, desk.notices.shown(for: request))
    let day = try Form(query: request)["day"].flatMap { Day($0) } ?? today
    let page = try await desk.library.read { library -> Page in
      // A plan that can't be read doesn't hide the meals.
      let plan = try? DietDesk(library, settings: settings.health).activeGlance(on: day, today: today)
      let menu = try Diary(library).menus(from: day, through: day).first ?? DayMenu(day: day, meals: [])
      return DayMealsPage(
        menu: menu, diet: plan?.day, today: today, session: session, notices: notices
      ).page
    }
    return page.response()
  }

  private func showMeal(_ request: Request, _ context: WebContext) async throws -> Response {
    let (session, id) = (try context.requireSession(), try FoodRoute.id(context))
    let notice = desk.notices.shown(for: request)
    return try await desk.kept.answer(.meal, request, context) { [desk] in
      guard let meal = try await desk.library.read({ try Diary($0).meal(id: id) }) else { throw Refusal.noMeal }
      return MadePage(page: MealPage(meal: meal, now: desk.clock.now, session: session, notices: notice).page)
    }
  }

  private static func id(_ context: WebContext) throws -> String {
    guard let id = try context.parameters.require("id").removingPercentEncoding else { throw Refusal.noMeal }
    return id
  }

  // MARK: - Changing

  /// The result of a submitted form.
  private enum Outcome: Sendable {
    case deleted(Meal)
    case saved(Meal)
    case unchanged(Meal)
    /// The meal was changed since the form was made.
    case changedElsewhere(Meal)
    case refused(Meal, EntryError)
  }

  private func change(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let session = try context.requireSession()
    let id = try FoodRoute.id(context)
    let (clock, now) = (desk.clock, desk.clock.now)
    let typed = TypedMeal(form)
    let outcome: Outcome = try await desk.library.write { library in
      let diary = Diary(library)
      guard let meal = try diary.meal(id: id) else { throw Refusal.noMeal }
      switch form["action"] {
      case "delete":
        try diary.delete([meal], at: now)
        return .deleted(meal)
      case "save": break
      default: throw Refusal.badForm
      }
      do {
        guard let edit = try MealEdit(typed, of: meal, by: clock) else { return .unchanged(meal) }
        if form["mark"] != MealPage.mark(meal) { return .changedElsewhere(meal) }
        return .saved(try diary.edit(id, edit, at: now))
      } catch let fault as EntryError {
        return .refused(meal, fault)
      } catch let error as FoodError {
        return .refused(
          meal, EntryError(error == .portion(.servingSizeUnknown(product: meal.name)) ? .amount : .kcal, error.sentence.sentence))
      }
    }
    switch outcome {
    case .deleted(let meal): return desk.notices.redirect(to: "/food", .done("Deleted \(meal.name)", undoFor: session))
    case .saved(let meal): return desk.notices.redirect(to: MealRows.path(meal), .done("Saved", undoFor: session))
    case .unchanged(let meal): return desk.notices.redirect(to: MealRows.path(meal), .done("Nothing to save: no value was changed."))
    case .changedElsewhere(let meal):
      let notice = HTML.failed("Not saved.", "This meal was changed elsewhere in the meantime. Check your changes and save again.")
      return MealPage(meal: meal, now: now, session: session, typed: typed, notices: notice).page.response(.unprocessableContent)
    case .refused(let meal, let fault):
      let notice = HTML.failed("Not saved.", fault.message)
      return MealPage(meal: meal, now: now, session: session, typed: typed, fault: fault, notices: notice).page.response(
        .unprocessableContent)
    }
  }
}

extension MealEdit {
  /// The changes that the form makes to a meal; `nil` = none. A figure that was cleared keeps its value.
  init?(_ typed: TypedMeal, of meal: Meal, by clock: any WallClock) throws(EntryError) {
    let shown = MealPage.typed(meal)
    func isChanged(_ field: TypedMeal.Field) -> Bool { typed[field] != shown[field] }
    self.init()
    if isChanged(.title) { name = try typed.name() }
    if isChanged(.amount) || isChanged(.unit) && !typed[.unit].isEmpty { amount = try typed.amount() }
    var figures: [TypedMeal.Field: String] = [:]
    for field in [TypedMeal.Field.kcal, .protein, .carbs, .fat] where isChanged(field) { figures[field] = typed[field] }
    nutrition = try TypedMeal(figures).nutrition()
    if isChanged(.slot) { slot = try typed.slot() }
    if isChanged(.when) { eatenAt = try typed.eatenAt(by: clock, keeping: meal.eatenAt) }
    if isChanged(.note) { note = try typed.note() ?? "" }
    if self == MealEdit() { return nil }
  }
}

import DietPlan
import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// `/log`: logs a portion of a product, a meal by hand, or a food once more.
struct LogRoute: Sendable {
  let desk: FoodDesk

  func add(to router: some RouterMethods<WebContext>) {
    router.post("/log") { request, context in try await log(request, context) }
  }

  private func log(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let session = try context.requireSession()
    let code = (form["code"] ?? form["number"]).flatMap { try? TypedBarcode($0) }
    let action = desk.begin(logging: code?.likeliest.description, since: form["tray"].flatMap { desk.tray.scan($0)?.atMs })
    do {
      let logging = try await log(form)
      if case .waits(let error) = logging { action.failed(error) } else { action.succeeded(.logged) }
      let plan = await plan(of: logging)
      return desk.notices.redirect(
        to: next(form, logging, plan, request),
        LogRoute.words(logging, plan.map { LogRoute.effect($0, logging) } ?? "", today: desk.clock.now.day, session))
    } catch let fault as EntryError {
      action.failed(fault)
      return try await refused(form, fault, fault.message, session)
    } catch let error as FoodError {
      action.failed(error)
      return try await refused(form, nil, error.sentence.sentence, session)
    } catch {
      action.failed(error)
      throw error
    }
  }

  private func log(_ form: Form) async throws -> FoodLogging {
    let typed = TypedMeal(form)
    let id = try form.entryID(by: desk.clock)
    // A repeated request gets the earlier result before its fields are checked again.
    if let earlier = try await desk.library.read({ try Diary($0).history(of: id) }) { return .earlier(earlier) }
    let wish = MealWish(
      eatenAt: try typed.eatenAt(by: desk.clock) ?? form.enteredAt(by: desk.clock), slot: try typed.slot(), amount: try typed.amount(),
      note: try typed.note(),
      id: id)
    let now = desk.clock.now
    if let code = form["code"] {
      let barcode = try TypedBarcode(code)
      return try await desk.find { finder, library in try await finder.log(barcode, wish, in: library) }
    }
    if let again = form["again"] {
      return try await desk.library.write { library in
        let diary = Diary(library)
        guard let food = try diary.meal(id: again) else { throw Refusal.noMeal }
        return try diary.logOnce(food.again(wish, now: now), at: now)
      }
    }
    if let own = form["own"] {
      return try await desk.library.write { library in
        let foods = OwnFoodDesk(library)
        guard let food = try foods.food(id: own) else { throw Refusal.noMeal }
        return try Diary(library).logOnce(Meal(wish, of: food, now: now), at: now)
      }
    }
    let meal = Meal(
      byHand: try typed.name(), brand: try typed.brand(), gtin: form["number"].flatMap { GTIN(digits: $0) },
      nutrition: try typed.nutrition(),
      wish: wish, now: now)
    return try await desk.library.write { try Diary($0).logOnce(meal, at: now) }
  }

  /// Returns the path to continue at: the scan's remaining codes; with a diet plan the meals of the day; today's page after the scanner, else
  /// the previous page.
  private func next(_ form: Form, _ logging: FoodLogging, _ plan: DietGlance?, _ request: Request) -> String {
    if let tray = form["tray"], let gtin = (form["code"] ?? form["number"]).flatMap({ GTIN(digits: $0) }),
      let scan = desk.tray.take(gtin, in: tray), scan.codes.contains(where: { !$0.isTaken })
    {
      return "/scan/found/\(tray)"
    }
    if let plan { return DayMealsPage.path(plan.day.day, today: desk.clock.now.day) }
    if form["code"] != nil || form["number"] != nil { return "/" }
    let referrer = request.ownReferrer ?? "/food"
    return referrer.hasPrefix("/food") || referrer == "/" ? referrer : "/food"
  }

  /// The diet plan on the day of a logged meal; `nil` = nothing is logged, or no plan runs on that day.
  private func plan(of logging: FoodLogging) async -> DietGlance? {
    let meal: Meal
    switch logging {
    case .logged(let logged), .earlier(.logged(let logged)): meal = logged
    case .earlier, .waits: return nil
    }
    let (settings, day) = (desk.settings, meal.eatenAt.day)
    return try? await desk.library.read { library in
      try DietDesk(library, settings: settings.health).activeGlance(on: day, today: day)
    }
  }

  /// The rest of the plan's day after a meal, with a mild note outside the eating window. Empty for what was logged before.
  private static func effect(_ glance: DietGlance, _ logging: FoodLogging) -> String {
    guard case .logged(let meal) = logging else { return "" }
    let left = DietWords.remaining(glance.day.remainingKcal, ofKcal: glance.day.target.kcal)
    let warning = glance.profile.window.flatMap { DietWords.warning($0, eatenAt: meal.eatenAt) }
    return [left, warning].compactMap(\.self).map { " · " + $0 }.joined()
  }

  /// Says what was done; a day other than `today` is named.
  private static func words(_ logging: FoodLogging, _ effect: String, today: Day, _ session: PageSession) -> HTML {
    switch logging {
    case .logged(let meal):
      let facts = [meal.name, Quantity.amount(meal.amount), MealRows.energy(meal.nutrition)].filter { !$0.isEmpty }
      let day = meal.eatenAt.day == today ? "" : " on \(PlanDates.day(meal.eatenAt.day, beside: today))"
      return .done("Logged \(facts.joined(separator: ", ")), as \(meal.slot.rawValue)\(day)\(effect)", undoFor: session)
    case .earlier(.logged(let meal)): return .done("\(meal.name) was already logged; it wasn't logged twice.")
    case .earlier(.deleted): return .done("This was logged and has been deleted since. It wasn't logged again.")
    case .earlier(.waiting): return .done("This is already queued. It will be logged once the product is found.")
    case .waits(let error): return .waiting("\(error.sentence.sentence) It will be logged once the product is found.")
    }
  }

  /// The form with the rejected input and the reason.
  private func refused(_ form: Form, _ fault: EntryError?, _ sentence: String, _ session: PageSession) async throws -> Response {
    let typed = TypedMeal(form)
    let notice = HTML.failed("Not logged.", sentence)
    if let code = form["code"] ?? form["number"] {
      let unit = TypedMeal.Unit(rawValue: typed[.unit])
      do {
        let page = try await desk.findingPage(code, session, unit: unit, typed: typed, fault: fault, tray: form["tray"], notices: notice)
        return page.page.response(.unprocessableContent)
      } catch is FoodError {
        // Digits that are no number have no page.
      }
    }
    // The form with an amount has a page of its own.
    if form["unit"] != nil, form["own"] ?? form["again"] != nil {
      let page = try await desk.portionPage(
        own: form["own"], again: form["again"], session, unit: TypedMeal.Unit(rawValue: typed[.unit]), typed: typed, fault: fault,
        notices: notice)
      return page.response(.unprocessableContent)
    }
    let fields =
      form["again"] == nil && form["own"] == nil ? MealFields(form: "hand", typed: typed, fault: fault) : MealFields(form: "hand")
    return try await desk.foodPage(session, fields: fields, notices: notice).page.response(.unprocessableContent)
  }
}

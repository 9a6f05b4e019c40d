import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import WeekPlan

/// `hsync plan log ID`.
struct PlanLogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Log a planned meal as eaten, and tick it off.",
    usage: """
      hsync plan log ID [--servings N | --grams N]
      hsync plan log ID BARCODE [--servings N | --grams N]
      hsync plan log ID --kcal N [--protein N] …
      """,
    discussion: """
      Without a barcode or --kcal it is the recent food of that name. Eaten now; a meal of a day that is over at the usual time of that meal, or --at.
      """)

  @Argument(help: "The planned meal's id as it is shown, or any unique part of it.", completion: .plannedMeals)
  var id: String

  @Argument(help: "A barcode's digits, for what was eaten.")
  var barcode: String?

  @Flag(help: "One JSON document.")
  var json = false

  @OptionGroup(title: "Nutrition by hand") var nutrition: NutritionOptions
  @OptionGroup(title: "Logging") var amount: AmountOptions
  @OptionGroup(title: "Products") var products: ProductOptions
  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    guard !nutrition.nutrition.isEmpty else { return }
    if barcode != nil { throw ValidationError("Give a barcode or --kcal, not both.") }
    if nutrition.kcal == nil { throw ValidationError("Nutrition by hand needs --kcal.") }
  }

  func run() async throws {
    let session = try PlanSession(library, week: week)
    let item = try session.planner.item(matching: id, in: session.week)
    guard let planned = item.kind.meal else {
      throw CommandError(.usage, "\(item.words) is a workout, and only meals are logged", hint: "hsync plan done \(item.shortID)")
    }
    guard !item.isCompleted else {
      throw CommandError(
        .no, "\(item.words) is done already", hint: "to log it all the same: hsync plan done --undo \(item.shortID), then once more")
    }
    let wish = MealWish(
      eatenAt: try eatenAt(planned, of: item, now: session.now), slot: amount.slot ?? planned.slot, amount: amount.amount, note: amount.note
    )
    let typed = try barcode.map { text throws(FoodError) in try TypedBarcode(text) }
    let hasAuthToken = Events.hasAuthToken(for: session.library)
    let action = Events.begin(.foodLogSubmit(barcode: typed?.likeliest.description, hasAuthToken: hasAuthToken))
    let (meal, done): (Meal, PlanItem)
    do {
      meal = try await self.meal(item, typed, wish: wish, in: session).checked()
      done = try session.planner.log(meal, for: item.id, week: session.week, at: session.now)
    } catch {
      action.failed(error)
      throw error
    }
    action.succeeded(.logged)
    if json { return Output.json(.object([("meal", meal.json), ("item", done.json)])) }
    Output.line(meal.loggedLine)
    Output.line("done \(done.line(beside: session.now.day))")
  }

  private func meal(_ item: PlanItem, _ typed: TypedBarcode?, wish: MealWish, in session: PlanSession) async throws -> Meal {
    if let typed { return try await products.meal(of: typed, wish: wish, in: session.library, now: session.now) }
    if nutrition.kcal != nil {
      return Meal(byHand: item.title, nutrition: nutrition.nutrition, wish: wish, now: session.now)
    }
    let foods = try MealLog(session.library).recentFoods(with: item.title.split(separator: " ").map(String.init))
    guard let food = foods.first(where: { $0.name.lowercased() == item.title.lowercased() }) ?? foods.first else {
      throw CommandError(
        .no, "no recent food is called \(item.title.onOneLine)",
        hint: "say what it had: hsync plan log \(item.shortID) --kcal N, or: hsync plan log \(item.shortID) BARCODE")
    }
    return try food.again(wish, now: session.now)
  }

  private func eatenAt(_ planned: PlannedMeal, of item: PlanItem, now: Moment) throws -> Moment {
    if let at = amount.at { return at.moment(from: now) }
    guard item.day < now.day else {
      if item.day == now.day { return now }
      throw CommandError(
        .usage, "\(item.words) is planned for \(PlanDates.day(item.day, beside: now.day)), which is yet to come",
        hint: "if it is eaten already, say when: --at 12:30")
    }
    let (hour, minute) = planned.usualTime
    return LocalClock.moment(on: item.day, hour: hour, minute: minute)
  }
}

extension PlannedMeal {
  /// When most people have it, on the clock on the wall: as the library has it for a meal that is inserted without a time.
  fileprivate var usualTime: (hour: Int, minute: Int) {
    switch self {
    case .breakfast: (8, 0)
    case .lunch: (12, 30)
    case .snack: (16, 0)
    case .dinner: (19, 0)
    }
  }
}

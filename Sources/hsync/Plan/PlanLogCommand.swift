import ArgumentParser
import HealthDesk
import HealthModel
import Settings
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
      Without a barcode or --kcal, the recent food of that name is logged. The time is now, or on a past day the usual time of that \
      meal; --at sets another.
      """)

  @Argument(help: "The planned meal's id, or any unique part of it.", completion: .plannedMeals)
  var id: String

  @Argument(help: "The barcode's digits of what was eaten.")
  var barcode: String?

  @Flag(help: "Print one JSON document.")
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
    let planned = try PlannedMealLog(id, in: session.desk)
    // A time alone is of the planned day, unless that is yet to come.
    let usual = planned.item.day > session.now.day ? nil : try planned.usualTime(by: LocalClock.wall)
    try amount.confirm(now: session.now, keeping: usual)
    let eatenAt = try amount.time(now: session.now, keeping: usual) ?? planned.usualTime(by: LocalClock.wall)
    let wish = MealWish(eatenAt: eatenAt, slot: amount.slot ?? planned.meal.slot, amount: amount.amount, note: amount.note)
    let typed = try barcode.map { text throws(FoodError) in try TypedBarcode(text) }
    let hasAuthToken = Events.hasAuthToken(for: session.library)
    let action = Events.atStart.begin(.foodLogSubmit(barcode: typed?.likeliest.description, hasAuthToken: hasAuthToken))
    let meal: Meal
    let (done, effect): (PlanItem, DietEffect?)
    do {
      meal = try await self.meal(of: planned, typed, wish: wish, in: session)
      (done, effect) = try DietSession(session.library).desk.watching(meal.eatenAt.day) { try planned.log(meal) }
    } catch {
      action.ended(with: error)
      throw error
    }
    action.succeeded(.logged)
    if json { return Output.json(.object([("meal", meal.json), ("item", done.json)])) }
    Output.line(meal.loggedLine(on: session.now.day))
    Output.line("done \(done.line(beside: session.now.day))")
    effect?.report(of: meal)
  }

  private func meal(
    of planned: PlannedMealLog, _ typed: TypedBarcode?, wish: MealWish, in session: PlanSession
  ) async throws -> Meal {
    if let typed { return try await products.meal(of: typed, wish: wish, in: session.library, now: session.now) }
    if nutrition.kcal != nil {
      return Meal(byHand: planned.item.title, nutrition: nutrition.nutrition, wish: wish, now: session.now)
    }
    return try planned.recentFood(wish, in: Diary(session.library))
  }
}

import AssistantProtocol
import HealthDesk
import HealthModel
import HealthStore
import Products
import Settings

/// Logs a meal: a product by its barcode, a recent food again, or one by hand.
struct LogTool: AssistantAction {
  var permissions: Set<AssistantPermission> { [.log] }

  var tool: AssistantTool {
    AssistantTool(
      "log", title: "Log a meal",
      description:
        "Logs a meal: a product by barcode, a recent food by again, a food of foods_search by food, or one by name with the energy that the "
        + "user told. Give exactly one of barcode, again, food and name. Don't guess nutrition: leave out what isn't known. If it isn't clear "
        + "which food is meant, nothing is logged, meal is null, and candidates has the foods with the arguments that take each: ask the user.",
      arguments: [
        ToolArgument("barcode", .text(most: 100), "The digits of a product's barcode, such as gtin of scan_photo."),
        ToolArgument("again", .text(most: 200), "Words of the name of a recent food, to log it again."),
        ToolArgument("food", .text(most: 200), "Words of the name of a food: the user's own, a logged one, or one of the catalogue."),
        ToolArgument("name", .text(most: TypedMeal.longestName), "The name of a meal by hand."),
        ToolArgument("brand", .text(most: TypedMeal.longestName), "Its brand."),
        ToolArgument("kcal", .number(0...9999), "Energy of the whole amount, by hand."),
        ToolArgument("protein_g", .number(0...99_999), "g, by hand."), ToolArgument("carbs_g", .number(0...99_999), "g, by hand."),
        ToolArgument("fat_g", .number(0...99_999), "g, by hand."),
        ToolArgument("servings", .positive(most: EntryBounds.mostServings), "How many servings; not with grams."),
        ToolArgument("grams", .positive(most: EntryBounds.mostGrams), "Grams, or millilitres of a drink; not with servings."),
        ToolArgument("meal", .choice(MealSlot.allCases.map(\.rawValue)), "The meal of the day (default: from the time)."),
        ToolArgument("at", .text(most: 40), "When: 12:30, yesterday 19:00, monday noon or 2026-02-10 12:30 (default: now)."),
        ToolArgument("confirmed", .flag, "Whether the user confirmed that day; for one in the future, or more than a year ago."),
        ToolArgument("note", .text(most: 2000), "A note to store with it."),
      ],
      output: OutputSchema.object([
        ("meal", OutputSchema.record("the entry, with its provenance; null = nothing was logged", optional: true)),
        ("doubts", OutputSchema.list("doubts about it, as sentences", of: "string")),
        ("undo", OutputSchema.record("How to take it back; null = nothing was logged.", optional: true)),
        ("candidates", OutputSchema.list("if it isn't clear which food is meant: the foods, each with the arguments that take it")),
      ]), effect: .adds, isOpenWorld: true)
  }

  func run(_ arguments: JSON, in session: AssistantSession) async throws -> ToolAnswer {
    let given = ["barcode", "again", "food", "name"].filter { !arguments[$0].isNull }
    guard given.count == 1, let kind = given.first, let word = arguments[kind].string?.trimmed, !word.isEmpty else {
      throw CommandError(.usage, "give exactly one of barcode, again, food and name")
    }
    if kind != "name", ["brand", "kcal", "protein_g", "carbs_g", "fat_g"].contains(where: { !arguments[$0].isNull }) {
      throw CommandError(.usage, "brand, kcal, protein_g, carbs_g and fat_g go with name only")
    }
    let now = LocalClock.now
    let wish = try LogTool.wish(arguments, now: now)
    let library = try session.open()
    let diary = Diary(library)
    var attribution: [String] = []
    let meal: Meal
    switch kind {
    case "barcode":
      let product = try await session.finder(in: library).product(of: TypedBarcode(word), wish: wish)
      attribution = Attribution.sentences([product.attribution])
      meal = try Meal(wish, of: product, now: now)
    case "again", "food":
      let choice = kind == "again" ? try diary.recentFood(named: word) : try session.searches(in: library).choice(word)
      switch choice {
      case .one(let hit):
        attribution = Attribution.sentences([hit.attribution])
        meal = try await LoggableFood(hit, finder: session.finder(in: library)).meal(wish, now: now)
      case .unclear(let hits): return LogTool.question(word, FoodCandidates(hits, for: kind == "again" ? .again : .log))
      case .none:
        let what = kind == "again" ? "no recent food is called" : "no food was found for"
        throw CommandError(.no, "\(what) \(word.printable)", hint: "log it by barcode or by name")
      }
    default:
      let nutrition = Nutrition(
        energyKcal: arguments["kcal"].double, proteinG: arguments["protein_g"].double, carbsG: arguments["carbs_g"].double,
        fatG: arguments["fat_g"].double)
      meal = Meal(byHand: word, brand: arguments["brand"].string, nutrition: nutrition, wish: wish, now: now)
    }
    try diary.log(meal, at: now)
    let doubts = meal.provenance.doubts.map(\.sentence)
    let undo = AssistantSession.undo(try library.lastChange(at: now)?.title ?? "")
    let lines = [meal.loggedLine(on: now.day)] + doubts.map { "doubtful: \($0)" } + attribution + [undo.sentence]
    return ToolAnswer(
      lines.map(\.printable).joined(separator: "\n"),
      .object([("meal", meal.json), ("doubts", .array(doubts.map(JSON.string))), ("undo", undo.json), ("candidates", .array([]))]))
  }

  /// The answer when it isn't clear which food is meant.
  private static func question(_ word: String, _ candidates: FoodCandidates) -> ToolAnswer {
    let lines = ["\(candidates.sentence(word)); nothing was logged. Ask the user which one:"] + candidates.titles
    return ToolAnswer(
      lines.map(\.printable).joined(separator: "\n"),
      .object([("meal", .null), ("doubts", .array([])), ("undo", .null), ("candidates", candidates.argumentsJSON)]))
  }

  private static func wish(_ arguments: JSON, now: Moment) throws(CommandError) -> MealWish {
    let (servings, grams) = (arguments["servings"].double, arguments["grams"].double)
    if servings != nil, grams != nil { throw CommandError(.usage, "give servings or grams, not both") }
    let amount = servings == nil && grams == nil ? nil : Amount(servings: servings, grams: grams)
    if let fault = amount.flatMap(EntryBounds.fault) { throw CommandError(.badData, fault) }
    let slot = arguments["meal"].string.flatMap(MealSlot.init(rawValue:))
    var eatenAt = now
    if let text = arguments["at"].string {
      do { eatenAt = try TypedTime(text).moment(at: now, slot: slot, by: LocalClock.wall) } catch {
        throw CommandError(.usage, "at: \(error.message)", hint: error.advice)
      }
      if arguments["confirmed"].bool != true, let doubt = TimeDoubt(eatenAt, at: now, by: LocalClock.wall) {
        throw CommandError(.badData, doubt.words(eatenAt.day), hint: "ask the user about that day, then give confirmed")
      }
    }
    return MealWish(
      eatenAt: eatenAt, slot: slot, amount: amount, note: arguments["note"].string)
  }
}

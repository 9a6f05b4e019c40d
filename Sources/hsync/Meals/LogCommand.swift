import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync log`: a meal by barcode, by hand, by the name of a food, or once more.
struct LogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Log a meal: by barcode, by hand, by a food's name, or one of the recent foods again.",
    usage: """
      hsync log
      hsync log BARCODE [--servings N | --grams N]
      hsync log --name NAME --kcal N [--protein N] …
      hsync log --food WORDS
      hsync log --again [WORDS]
      """,
    discussion: """
      Without arguments, foods are searched on the terminal as you type. Words name a food if it has all of them as whole words, also in the \
      plural; your own foods win over the product file, and that over the catalogue. If several foods fit, or only the beginnings of words, \
      they are listed and nothing is logged.
      """)

  @Argument(help: "A barcode's digits, a GS1 Digital Link or an element string; with --again or --food, words of the food's name.")
  var words: [String] = []

  @Option(help: "The name, for a meal entered by hand.")
  var name: String?

  @Option(help: "The brand, for a meal entered by hand.")
  var brand: String?

  @Flag(help: "Log a recent food again: the one that these words name, else the latest (on a terminal, chosen from a list).")
  var again = false

  @Flag(help: "Log the food that these words name, if they name only one (on a terminal, chosen from a list).")
  var food = false

  @Flag(help: "Print the entry as JSON.")
  var json = false

  @OptionGroup(title: "Nutrition by hand") var nutrition: NutritionOptions
  @OptionGroup(title: "Logging") var amount: AmountOptions
  @OptionGroup(title: "Products") var products: ProductOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    switch (again, food, name, words.isEmpty) {
    case (true, false, nil, _), (false, true, nil, false), (false, false, _?, true), (false, false, nil, false): break
    case (false, _, nil, true) where isPicking: break
    default: throw ValidationError("Give a barcode, or --name with --kcal, or --food with words, or --again.")
    }
    if food, !isPicking, words.joined().allSatisfy(\.isWhitespace) { throw ValidationError("Give words of the food's name after --food.") }
    if let fault = OwnFoodOptions.fault(ofName: name) ?? OwnFoodOptions.fault(ofBrand: brand) { throw fault }
    if name != nil, nutrition.kcal == nil { throw ValidationError("A meal by hand needs --kcal.") }
    if name == nil, !nutrition.nutrition.isEmpty { throw ValidationError("Nutrition by hand goes with --name.") }
  }

  /// Whether a food is picked on the terminal.
  private var isPicking: Bool { !again && name == nil && (food || words.isEmpty) && !json && FoodPickerSession.isPossible }

  func run() async throws {
    let now = LocalClock.now
    try amount.confirm(now: now)
    let library = try library.open()
    var barcode = name == nil && !again && !food && !words.isEmpty ? try TypedBarcode(words.joined()) : nil
    let picked = try await self.picked(in: library, now: now)
    if case .barcode(let typed) = picked { barcode = typed }
    let action = Events.atStart.begin(
      .foodLogSubmit(barcode: barcode?.likeliest.description, hasAuthToken: Events.hasAuthToken(for: library)))
    let meal: Meal
    let effect: DietEffect?
    do {
      meal = try await self.meal(of: barcode, picked, in: library, now: now)
      effect = try DietSession(library).desk.watching(meal.eatenAt.day) { try Diary(library).log(meal, at: now) }.1
    } catch {
      action.ended(with: error)
      throw error
    }
    action.succeeded(.logged)
    if name != nil { meal.provenance.doubts.forEach { Output.notice(Terminal.styled("  ? \($0.sentence)", .warning)) } }
    if json { return Output.json(meal.json) }
    Output.line(meal.loggedLine(on: now.day))
    effect?.report(of: meal)
  }

  /// The user's pick on the terminal; without one the first food that is found. `nil` = the meal isn't named that way.
  private func picked(in library: Library, now: Moment) async throws -> FoodPickerSession.Pick? {
    guard food || words.isEmpty, name == nil, !again else { return nil }
    let searches = try FoodSearches(library, productFile: products.productFile)
    let (finder, query) = (try products.finder(in: library), words.joined(separator: " "))
    if isPicking {
      var session = FoodPickerSession(searches, finder: finder, query: query, amount: amount.amount, now: now)
      guard let pick = try await session.run() else { throw CommandError(.no, "nothing was logged") }
      return pick
    }
    let hit = try searches.choice(query).food(
      called: query, for: .log, json: json,
      otherwise: CommandError(
        .no, "no food was found for \(query)", hint: searches.hasCatalogue ? "try fewer or shorter words" : CommandError.importHint))
    let food = try await LoggableFood(hit, finder: finder)
    return .food(food, amount.amount ?? food.usualAmount)
  }

  private func meal(of barcode: TypedBarcode?, _ picked: FoodPickerSession.Pick?, in library: Library, now: Moment) async throws -> Meal {
    if case .food(let food, let eaten) = picked {
      if let attribution = food.attribution { Output.notice(attribution.sentence) }
      food.doubts.forEach { Output.notice(Terminal.styled("  ? \($0.sentence)", .warning)) }
      return try food.meal(try amount.wish(now: now, amount: eaten), now: now)
    }
    if let name {
      return Meal(byHand: name.trimmed, brand: brand, nutrition: nutrition.nutrition, wish: try amount.wish(now: now), now: now)
    }
    guard let barcode else { return try repeated(in: Diary(library), now: now) }
    return try await products.meal(of: barcode, wish: try amount.wish(now: now), in: library, now: now)
  }

  private func repeated(in diary: Diary, now: Moment) throws -> Meal {
    let text = words.joined(separator: " ")
    let choice: FoodChoice
    if words.isEmpty {
      let foods = try diary.recentFoods().map { FoodHit($0) }
      // Without words the latest is meant, unless the user can be asked.
      choice = foods.first.map { Terminal.isConversation && !json ? .unclear(foods) : .one($0) } ?? .none
    } else {
      choice = try diary.recentFood(named: text)
    }
    let what = words.isEmpty ? "nothing was logged yet" : "no recent food is called \(text)"
    let hit = try choice.food(
      called: text, for: .again, json: json,
      otherwise: CommandError(.no, what, hint: "log something first: hsync log BARCODE, or --name NAME --kcal N"))
    guard case .entry(let food) = hit.food else { throw CommandError(.no, what) }
    return try food.again(amount.wish(now: now), now: now)
  }
}

extension String {
  /// Returns the text without white space at both ends.
  var trimmed: String {
    var rest = Substring(self)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}

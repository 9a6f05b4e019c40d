import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync log`: a meal by barcode, by hand, or once more.
struct LogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Log a meal: by barcode, by hand, or one of the recent foods again.",
    usage: """
      hsync log BARCODE [--servings N | --grams N]
      hsync log --name NAME --kcal N [--protein N] …
      hsync log --again [WORDS]
      """)

  @Argument(help: "A barcode's digits, a GS1 Digital Link or an element string; with --again, words of the food's name.")
  var words: [String] = []

  @Option(help: "The name, for a meal entered by hand.")
  var name: String?

  @Option(help: "The brand, for a meal entered by hand.")
  var brand: String?

  @Flag(help: "Log a recent food again: the one whose name contains these words, else the latest (on a terminal, chosen from a list).")
  var again = false

  @Flag(help: "Print the entry as JSON.")
  var json = false

  @OptionGroup(title: "Nutrition by hand") var nutrition: NutritionOptions
  @OptionGroup(title: "Logging") var amount: AmountOptions
  @OptionGroup(title: "Products") var products: ProductOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    switch (again, name, words.isEmpty) {
    case (true, nil, _), (false, _?, true), (false, nil, false): break
    default: throw ValidationError("Give a barcode, or --name with --kcal, or --again.")
    }
    if let name, name.allSatisfy(\.isWhitespace) { throw ValidationError("The name is empty.") }
    if name != nil, nutrition.kcal == nil { throw ValidationError("A meal by hand needs --kcal.") }
    if name == nil, !nutrition.nutrition.isEmpty { throw ValidationError("Nutrition by hand goes with --name.") }
  }

  func run() async throws {
    let library = try library.open()
    let now = LocalClock.now
    let barcode = name == nil && !again ? try TypedBarcode(words.joined()) : nil
    let action = Events.atStart.begin(
      .foodLogSubmit(barcode: barcode?.likeliest.description, hasAuthToken: Events.hasAuthToken(for: library)))
    let meal: Meal
    let effect: DietEffect?
    do {
      meal = try await self.meal(of: barcode, in: library, now: now)
      effect = try DietSession(library).desk.watching(meal.eatenAt.day) { try Diary(library).log(meal, at: now) }.1
    } catch {
      action.ended(with: error)
      throw error
    }
    action.succeeded(.logged)
    if json { return Output.json(meal.json) }
    Output.line(meal.loggedLine)
    effect?.report(of: meal)
  }

  private func meal(of barcode: TypedBarcode?, in library: Library, now: Moment) async throws -> Meal {
    if let name {
      return Meal(byHand: name.trimmed, brand: brand, nutrition: nutrition.nutrition, wish: amount.wish(now: now), now: now)
    }
    guard let barcode else { return try repeated(in: Diary(library), now: now) }
    return try await products.meal(of: barcode, wish: amount.wish(now: now), in: library, now: now)
  }

  private func repeated(in diary: Diary, now: Moment) throws -> Meal {
    let foods = try diary.recentFoods(with: words)
    guard let latest = foods.first else {
      let what = words.isEmpty ? "nothing was logged yet" : "no recent food is called \(words.joined(separator: " "))"
      throw CommandError(.no, what, hint: "log something first: hsync log BARCODE, or --name NAME --kcal N")
    }
    let food = words.isEmpty && Terminal.isConversation && !json ? try FoodQuestion(foods: foods).ask() : latest
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

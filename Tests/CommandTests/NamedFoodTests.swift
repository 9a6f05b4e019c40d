import HealthModel
import TestSupport
import Testing

/// Words that name a food, where nobody can be asked: what isn't clear isn't logged.
@Suite struct NamedFoodTests {
  private let person: Household

  init() throws { person = try Household() }

  private func done(_ words: String...) throws {
    let outcome = try person.hsync.run(words)
    guard outcome.status == 0 else { throw SetUpError(description: "\(words): \(outcome.status) \(outcome.err)") }
  }

  /// The number of meals of today.
  private func meals() throws -> Int {
    try JSON(parsing: person.hsync.run("meals", "--json").out)["meals"].array?.count ?? -1
  }

  /// What is there is an own food (`own`), or was logged (`logged`); words follow `log`. The output of the command begins with the text, or nothing
  /// is logged and one of its lines on standard error has it.
  static let cases: [(id: String, own: [String], logged: [String], words: [String], status: Int32, text: String)] = [
    ("a plural", ["Egg"], [], ["--food", "eggs"], 0, "logged Egg"),
    ("a typing error", ["Mila Yogurt"], [], ["--food", "milk"], 1, "  Mila Yogurt, 100 kcal/100 g  hsync log --food 'Mila Yogurt'"),
    ("the beginning of a word", ["Milkshake"], [], ["--food", "milk"], 1, "  Milkshake, 100 kcal/100 g  hsync log --food Milkshake"),
    ("inside a word, again", [], ["Crispbread"], ["--again", "bread"], 1, "hsync: no recent food is called bread"),
    (
      "the beginning of a word, again", [], ["Breadcrumbs"], ["--again", "bread"], 1,
      "  Breadcrumbs, 1 serving, 100 kcal  hsync log --again Breadcrumbs"
    ),
    ("two of them", ["Toast Bread", "Rye Bread"], [], ["--food", "bread"], 1, "hsync: several foods fit bread"),
    ("the whole name", ["Toast Bread", "Bread"], [], ["--food", "bread"], 0, "logged Bread"),
    ("an own food before a logged one", ["Toast Bread"], ["Rye Bread"], ["--food", "bread"], 0, "logged Toast Bread"),
    ("an entry of the very name", ["Toast Bread"], ["Bread"], ["--food", "bread"], 1, "  Bread, 1 serving, 100 kcal"),
    ("accents, again", [], ["Crème brûlée"], ["--again", "creme", "BRULEE"], 0, "logged Crème brûlée"),
    ("another script", ["молоко"], [], ["--food", "МОЛОКО"], 0, "logged молоко"),
    ("nothing is near", ["Egg"], [], ["--food", "caviar"], 1, "hsync: no food was found for caviar"),
  ]

  @Test(arguments: cases.indices)
  func wordsNameAFood(place: Int) throws {
    let one = NamedFoodTests.cases[place]
    for name in one.own { try done("foods", "add", name, "--kcal", "100") }
    for name in one.logged { try done("log", "--name", name, "--kcal", "100") }
    let before = try meals()
    let outcome = try person.hsync.run(["log"] + one.words)
    #expect(outcome.status == one.status, "\(one.id): \(outcome.out)\(outcome.err)")
    if one.status == 0 {
      #expect(outcome.out.hasPrefix(one.text), "\(one.id): \(outcome.out)")
      #expect(try meals() == before + 1, "\(one.id)")
    } else {
      #expect(outcome.err.split(separator: "\n").contains { $0.hasPrefix(one.text) }, "\(one.id): \(outcome.err)")
      #expect(try outcome.out.isEmpty && meals() == before, "\(one.id): nothing may be logged")
    }
  }

  /// Each candidate's command takes that food.
  @Test func candidatesAreTakenByTheirCommands() throws {
    for name in ["Toast Bread", "Rye Bread"] { try done("foods", "add", name, "--kcal", "100") }
    try done("log", "--name", "Bread", "--kcal", "100")
    let outcome = try person.hsync.run("log", "--food", "bread", "--json")
    #expect(outcome.status == 1 && outcome.err.contains("hint: nothing was logged; take one by its command"), "\(outcome.err)")
    let candidates = try #require(try JSON(parsing: outcome.out)["candidates"].array)
    #expect(
      candidates.map { $0["name"].string } == ["Bread", "Rye Bread", "Toast Bread"]
        && candidates.map { $0["found_in"].string }.contains("override"))
    for candidate in candidates {
      let command = try #require(candidate["command"].string)
      let words = command.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { place, part in
        place % 2 == 0 ? part.split(separator: " ").map(String.init) : [String(part)]
      }
      let logged = try person.hsync.run(Array(words.dropFirst()) + ["--json"])
      #expect(logged.status == 0, "\(command): \(logged.err)")
      #expect(try JSON(parsing: logged.out)["name"] == candidate["name"], "\(command)")
    }
  }

  @Test func aRecipeTakesNoFoodThatWasNotMeant() throws {
    try done("log", "--name", "Bread", "--kcal", "90")
    try done("foods", "add", "Toast Bread", "--kcal", "260", "--protein", "8")
    let unclear = try person.hsync.run("foods", "recipe", "Toast", "bread=90")
    #expect(
      unclear.status == 1 && unclear.err.contains("'Toast Bread=90'") && unclear.err.contains("nothing was written"), "\(unclear.err)")
    #expect(unclear.out.isEmpty)
    let json = try person.hsync.run("foods", "recipe", "Toast", "bread=90", "--json")
    #expect(try json.status == 1 && JSON(parsing: json.out)["candidates"].array?.count == 2)
    let made = try person.hsync.run("foods", "recipe", "Toast", "toast bread=90")
    #expect(made.lines.first == "  90 g Toast Bread", "\(made.err)")
  }

  @Test func searchesFindPluralsErrorsAndTheProductFile() throws {
    try person.configure("[products]\nfile = \"\(try person.writeProducts())\"\n")
    try done("foods", "add", "Apple", "--kcal", "52")
    for (words, name) in [("apples", "Apple"), ("aple", "Apple"), ("oat crunch", "Oat Crunch · Hearth")] {
      #expect(try person.hsync.run("foods", "search", words).out.contains(name), "\(words)")
    }
    let logged = try person.hsync.run("log", "--food", "oat crunch")
    #expect(logged.out.hasPrefix("logged Oat Crunch, 1 serving (40 g), 148 kcal"), "\(logged.err)")
  }

  @Test func aPlannedMealIsLoggedOnlyAsTheFoodItNames() throws {
    try done("log", "--name", "Chili con carne", "--kcal", "500")
    try done("log", "--name", "Chili sin carne", "--kcal", "400")
    let id = try person.add("meal dinner Chili")
    let outcome = try person.plan("log \(id)")
    #expect(
      outcome.status == 1 && outcome.err.contains("it isn't clear which recent food Chili is: Chili sin carne, Chili con carne"),
      "\(outcome.err)")
    #expect(outcome.err.contains("hint: call it as the food is called: hsync plan edit \(id) 'Chili sin carne'"))
    try person.planned("edit \(id) Chili sin carne")
    #expect(try person.plan("log \(id)").out.hasPrefix("logged Chili sin carne, 1 serving, 400 kcal"))
  }

  // MARK: - What is typed

  @Test func longNamesAreRefusedAndBounded() throws {
    let long = String(repeating: "n", count: 3000)
    for words in [
      ["log", "--name", long, "--kcal", "1"], ["foods", "add", long, "--kcal", "1"],
      ["log", "--name", "x", "--brand", long, "--kcal", "1"],
    ] {
      let outcome = try person.hsync.run(words)
      #expect(outcome.status == 64 && outcome.err.contains("has at most 200 characters") && outcome.out.isEmpty, "\(outcome.err)")
    }
    // Another device, or SQL, may have one all the same.
    try done("log", "--name", "Soup", "--kcal", "250")
    try person.sqlite("INSERT INTO meal(name, energy_kcal) VALUES ('\(long)', 100)")
    for words in [["today"], ["meals"], ["foods", "search", "n"]] {
      let outcome = try person.hsync.run(words)
      #expect(outcome.lines.allSatisfy { $0.count < 200 }, "\(words)")
      #expect(outcome.out.contains("n…"), "\(words)")
    }
    #expect(try person.hsync.run("meals", "--json").out.contains(long))
  }

  @Test func impossibleValuesOfAMealAreDoubtful() throws {
    let logged = try person.hsync.run("log", "--name", "Shake", "--kcal", "100", "--protein", "200")
    #expect(logged.status == 0 && logged.err == "  ? the energy isn't explained by protein, carbs and fat\n", "\(logged.err)")
    let json = try JSON(parsing: person.hsync.run("meals", "--json").out)["meals"].array?.first
    #expect(json?["provenance"]["doubts"].text == #"["energy_unexplained"]"# && json?["nutrition"]["energy_kcal"].double == 100)
    let added = try person.hsync.run("foods", "add", "Bar", "--kcal", "50", "--fat", "60")
    #expect(added.status == 0 && added.err == "  ? the energy isn't explained by protein, carbs and fat\n", "\(added.err)")
  }
}

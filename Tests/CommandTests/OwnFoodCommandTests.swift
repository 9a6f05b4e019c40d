import HealthModel
import TestSupport
import Testing

/// `hsync foods override`, `add`, `edit`, `delete` and `list`: the user's own values win wherever a product is looked up.
@Suite struct OwnFoodCommandTests {
  private let person: Household
  private let muesli = "9520007000014"

  init() throws {
    person = try Household()
    try #require(person.hsync.run("foods", "import", ProjectFiles.path("samples/foods.tsv"), "-q").status == 0)
  }

  private func json(_ words: String...) throws -> JSON {
    let outcome = try person.hsync.run(words)
    #expect(outcome.status == 0, "\(words) \(outcome.err)")
    return try JSON(parsing: outcome.out)
  }

  private func refused(_ words: String..., status: Int32, _ message: String) throws {
    let outcome = try person.hsync.run(words)
    #expect(outcome.status == status && outcome.err.contains(message) && outcome.out.isEmpty, "\(outcome.status) \(outcome.err)")
  }

  @Test func anOverrideWinsUntilItIsRemoved() throws {
    let kept = try json("foods", "override", muesli, "--kcal", "411", "--serving", "50", "--json")
    #expect(kept["id"].string == muesli && kept["gtin"].string == muesli && kept["nutrition"]["protein_g"].double == 10.2)
    #expect(kept["serving"]["grams"].double == 50 && kept["serving"]["text"] == .null && kept["basis"].string == "100g")
    try #require(person.hsync.run("foods", "update", ProjectFiles.path("samples/foods.tsv"), "-q").status == 0)
    let shown = try json("foods", "show", muesli, "--json")
    #expect(shown["found_in"].string == "override" && shown["nutrition"]["energy_kcal"].double == 411)
    #expect(shown["source"].string == "own_food")
    #expect(try person.hsync.run("foods", "show", muesli).lines.last == "from your own values")
    let meal = try json("log", muesli, "--servings", "2", "--json")
    #expect(meal["nutrition"]["energy_kcal"].double == 411 && meal["provenance"]["source"].string == "own_food")
    let hits = try #require(try json("foods", "search", "muesli", "--json").array)
    #expect(hits.count == 1 && hits[0]["found_in"].string == "override" && hits[0]["energy_kcal"].double == 411)
    #expect(try person.hsync.run("foods", "override", muesli, "--remove").lines == ["removed your values for Oat crunch muesli"])
    #expect(try json("foods", "show", muesli, "--json")["found_in"].string == "catalogue")
    try refused("foods", "override", muesli, "--remove", status: 1, "no own food is called \(muesli)")
    #expect(try person.hsync.run("undo").lines == ["undone: removed your values for \(muesli)"])
    #expect(try json("foods", "show", muesli, "--json")["found_in"].string == "override")
  }

  @Test func aFoodWithoutABarcodeIsKept() throws {
    let soup = try json("foods", "add", "Lentil", "soup", "--kcal", "180,5", "--per", "serving", "--serving", "300", "--json")
    #expect(soup["gtin"] == .null && soup["nutrition"]["energy_kcal"].double == 180.5 && soup["basis"].string == "serving")
    try refused("foods", "add", "lentil soup", "--kcal", "1", status: 64, "there is an own food called Lentil soup already")
    #expect(try person.hsync.run("foods", "edit", "LENTIL SOUP", "--per", "100g").lines == ["changed to Lentil soup: 60 kcal per 100 g"])
    let list = try #require(try json("foods", "list", "--json").array)
    #expect(list.count == 1 && list[0]["name"].string == "Lentil soup")
    #expect(try person.hsync.run("foods", "rm", String((list[0]["id"].string ?? "").suffix(6))).lines == ["deleted Lentil soup"])
    #expect(try json("foods", "list", "--json") == .array([]))
    #expect(try person.hsync.run("foods", "list").err.contains("no own foods"))
    try refused("foods", "delete", "Lentil soup", status: 1, "no own food is called Lentil soup")
  }

  @Test func aRecipeIsMadeOfFoods() throws {
    try #require(person.hsync.run("foods", "add", "Water", "--kcal", "0").status == 0)
    let made = try person.hsync.run("foods", "recipe", "Soaked muesli", "oat crunch=50", "WATER = 150", "--total", "180", "--offline")
    #expect(
      made.lines == ["  50 g Oat crunch muesli", "  150 g Water", "kept Soaked muesli: 120 kcal per 100 g"], "\(made.out) \(made.err)")
    #expect(made.err.contains("Open Food Facts contributors"))
    let food = try #require(try json("foods", "list", "--json").array?.first)
    #expect(food["parts"].array?.map { $0["gtin"].string } == [muesli, nil] && food["parts"].array?.first?["grams"].double == 50)
    #expect(try person.hsync.run("log", "--food", "soaked", "--grams", "200").out.hasPrefix("logged Soaked muesli, 200 g, 240 kcal"))
    // A name comes before what its words find.
    for (name, kcal) in [("Water = cold", "0"), ("Cold water", "1")] {
      try #require(person.hsync.run("foods", "add", name, "--kcal", kcal).status == 0)
    }
    #expect(try person.hsync.run("foods", "recipe", "Drink", "water = cold=100").lines.first == "  100 g Water = cold")
    try refused("foods", "recipe", "y", "water=5", "--serving", "0", status: 65, "hint: give the grams of one serving: --serving 40")
    try refused("foods", "recipe", "y", "oat drink=0", status: 65, "hint: give grams above 0: 'red lentils=200', or --total 800")
    try refused("log", "--food", "", status: 64, "give words of the food's name after --food")
    try refused("foods", "edit", "Water", "--per", "serving", status: 65, "hint: give it: --serving GRAMS")
    try refused("foods", "recipe", "Water", "oat drink=1", status: 64, "there is an own food called Water already")
    try refused("foods", "recipe", "x", "caviar=1", status: 1, "no food was found for caviar")
    try refused("foods", "recipe", "x", "oat drink=0", status: 65, "out of range")
    try refused("foods", "recipe", "x", "oat", status: 64, "'oat' is invalid")
    try refused("foods", "recipe", "x", status: 64, "issing")
  }

  @Test func aBarcodeOfNoSourceIsAdded() throws {
    try refused("foods", "override", "9520007999998", "--kcal", "1", "--offline", status: 75, "9520007999998 could not be looked up")
    #expect(try person.hsync.run("foods", "add", "Farm eggs", "--code", "9520007999998", "--kcal", "140").status == 0)
    #expect(try json("foods", "show", "9520007999998", "--json")["name"].string == "Farm eggs")
    #expect(try person.hsync.run("pending", "--json").out.isEmpty)
    try refused(
      "foods", "override", "9520007000106", "--kcal", "1", "--per", "serving", "--offline", status: 65, "hint: give it: --serving GRAMS")
  }

  /// Values for a barcode that the machine has already win over it, and the command says so.
  @Test func whatAnAddedFoodWinsOverIsNamed() throws {
    let added = try person.hsync.run("foods", "add", "My muesli", "--code", muesli, "--kcal", "400")
    #expect(added.lines == ["added My muesli: 400 kcal per 100 g"])
    #expect(added.err == "your values now win over Oat crunch muesli from the catalogue; take them back: hsync undo\n", "\(added.err)")
    try #require(person.hsync.run("undo").status == 0)
    let again = try json("foods", "add", "My muesli", "--code", muesli, "--kcal", "400", "--json")
    #expect(again["overrides"]["name"].string == "Oat crunch muesli" && again["overrides"]["found_in"].string == "catalogue")
    #expect(again["overrides"]["source"].string == "open_food_facts" && again["gtin"].string == muesli)
    let file = try person.home.write(Array("code\tname\tenergy_kcal_100g\n9520007999998\tFile oats\t380\n".utf8), to: "products.tsv")
    try #require(person.hsync.run("config", "set", "products.file", file).status == 0)
    let over = try person.hsync.run("foods", "add", "Mine", "--code", "9520007999998", "--kcal", "1")
    #expect(over.err.contains("win over File oats from the product file"), "\(over.err)")
    #expect(try json("foods", "add", "Soup", "--kcal", "60", "--json")["overrides"] == .null)
  }

  @Test(
    arguments: [
      (["override", "9520007000014"], 64, "say what to override"),
      (["override", "9520007000014", "--remove", "--kcal", "1"], 64, "takes no values"),
      (["override", "oats", "--kcal", "1"], 65, "isn't a barcode"),
      (["override", "9520007000014", "--kcal", "2310"], 65, "2310 kcal per 100 g is more than pure fat has"),
      (["add", "Soup"], 64, "needs --kcal"), (["add", " ", "--kcal", "1"], 64, "the name is empty"),
      (["add", "Soup", "--kcal", "1", "--fat", "101"], 65, "101 g of fat is out of range"),
      (["add", "Soup", "--kcal", "1", "--per", "cup"], 64, "'cup' is invalid"),
      (["add", "Soup", "--kcal", "1", "--serving=-1"], 65, "out of range"),
      (["add", "Soup", "--kcal", "1", "--code", "12"], 65, "isn't a barcode"), (["edit", "Soup"], 64, "say what to change"),
      (["edit", "Soup", "--kcal", "1"], 1, "no own food is called Soup"), (["list", "x"], 64, "nexpected argument"),
    ] as [([String], Int32, String)])
  func wrongInputIsNamed(words: [String], status: Int32, message: String) throws {
    let outcome = try person.hsync.run(["foods"] + words + (words[0] == "override" ? ["--offline"] : []))
    #expect(outcome.status == status && outcome.err.contains(message) && outcome.out.isEmpty, "\(outcome.status) \(outcome.err)")
    #expect(try json("foods", "list", "--json") == .array([]))
  }

  /// An export of a library has own foods, and a backup brings them back.
  @Test func theyAreExportedAndRestored() throws {
    try #require(person.hsync.run("foods", "add", "Soup", "--kcal", "45").status == 0)
    let exported = try person.hsync.run("export", "-").out
    #expect(exported.contains(#""kind":"product_override""#) && exported.contains(#""name":"Soup""#))
    try #require(person.hsync.run("backup", person.home.file("b.db")).status == 0)
    try #require(person.hsync.run("foods", "delete", "Soup").status == 0)
    try #require(person.hsync.run("restore", person.home.file("b.db"), "--yes").status == 0)
    #expect(try json("foods", "list", "--json").array?.map { $0["name"].string } == ["Soup"])
  }
}

import Foundation
import HealthModel
import TestSupport
import Testing

/// What the catalogue lists, every command opens; and an import that would lose what it knows asks first.
@Suite struct CatalogueNumberTests {
  private let person: Household

  init() throws { person = try Household() }

  private func run(_ words: String...) throws -> Program.Outcome { try person.hsync.run(words) }

  private static let header =
    "code\tproduct_name\tserving_size\tenergy-kcal_100g\tproteins_100g\tcarbohydrates_100g\tfat_100g\talcohol_100g\tcategories_tags"

  private func load(_ rows: String..., name: String = "dump.csv") throws -> Program.Outcome {
    try person.home.write(Array(([Self.header] + rows).joined(separator: "\n").utf8), to: name)
    return try run("foods", "import", person.home.file(name))
  }

  @Test(
    arguments: [
      ("29520176", "29520176", ["a shop's own number: other shops may use it for another product"]),
      ("00123457", "00123457", ["a shop's own number: other shops may use it for another product"]),
      ("2112345678900", "2112345678900", ["a shop's own number: other shops may use it for another product"]),
      ("0212345678909", "0212345678909", ["a shop's own number: other shops may use it for another product"]),
      ("18", "00000018", ["the barcode's check digit is wrong", "a shop's own number: other shops may use it for another product"]),
      ("9520006000016", "9520006000016", ["the barcode's check digit is wrong"]), ("09520006000015", "9520006000015", []),
      ("2000000000001", "2000000000001", []), ("96385075", "96385075", ["the barcode's check digit is wrong"]),
    ] as [(String, String, [String])])
  func everyListedNumberIsOpened(code: String, listed: String, doubts: [String]) throws {
    #expect(try load("\(code)\tCurry ketchup\t20 g\t107\t1\t24\t0.2\t\t").status == 0)
    #expect(try run("foods", "search", "curry").lines == ["\(listed)  Curry ketchup  107 kcal/100 g"])
    let shown = try run("foods", "show", listed)
    #expect(
      shown.status == 0
        && shown.lines == [
          "Curry ketchup", "\(listed), serving 20 g", "per 100 g:", "  energy   107 kcal", "  protein       1 g", "  carbs        24 g",
          "  fat         0.2 g",
        ] + doubts.map { "  ? \($0)" } + ["from the catalogue"], "\(shown.out)\(shown.err)")
    let logged = try run("log", listed)
    #expect(logged.status == 0 && logged.out.contains("1 serving (20 g), 21 kcal"), "\(logged.out)\(logged.err)")
    #expect(doubts.allSatisfy { logged.err.contains($0) })
    let found = try run("log", "--food", "curry", "--grams", "50")
    #expect(found.status == 0 && found.out.contains("(50 g), 54 kcal"), "\(found.out)\(found.err)")
    let recipe = try run("foods", "recipe", "Sauce", "\(listed)=100")
    #expect(recipe.status == 0 && recipe.out.contains("107 kcal"), "\(recipe.out)\(recipe.err)")
    let own = try run("foods", "override", listed, "--kcal", "110")
    #expect(own.status == 0 && own.out.contains("110 kcal"), "\(own.out)\(own.err)")
    #expect(try run("foods", "show", listed).out.contains("from your own values"))
  }

  @Test(
    arguments: [
      ("9520006000016", 65, "the check digit of 9520006000016 is wrong"),
      ("2112345678900", 1, "is an in-store code: only the shop knows its product"),
      ("29520176", 75, "29520176 could not be looked up: offline"), ("18", 65, "18 isn't a barcode"),
    ] as [(String, Int32, String)])
  func numbersThatNothingKnowsSayWhy(code: String, status: Int32, message: String) throws {
    #expect(try load("9520006000015\tWine\t\t83\t0.1\t5.1\t0\t11\t").status == 0)
    let shown = try run("foods", "show", code)
    #expect(shown.status == status && shown.out.isEmpty && shown.err.contains(message), "\(shown.status) \(shown.err)")
  }

  @Test(
    arguments: [
      ("its alcohol is given", "Medium-sweet white wine\t\t83\t0.1\t5.1\t0\t11\t", 83, []),
      ("its alcohol isn't given", "Medium-sweet white wine\t\t83\t0.1\t5.1\t0\t\t", 83, ["energy_unexplained"]),
      ("its category tells", "Kellerhof\t\t83\t0.1\t5.1\t0\t\ten:alcoholic-beverages", 83, ["energy_unexplained"]),
      ("kJ as kcal", "Medium-sweet white wine\t\t347\t0.1\t5.1\t0\t11\t", 82.9, ["energy_kj_as_kcal"]),
      ("a juice", "Grape juice\t\t283\t0.1\t16\t0\t\ten:beverages,en:non-alcoholic-beverages", 67.6, ["energy_kj_as_kcal"]),
    ] as [(String, String, Double, [String])])
  func energiesOfDrinks(id: String, row: String, kcal: Double, doubts: [String]) throws {
    #expect(try load("9520006000015\t" + row).status == 0)
    let json = try JSON(parsing: run("foods", "show", "9520006000015", "--json").out)
    #expect(json["nutrition"]["energy_kcal"].double == kcal, "\(id)")
    #expect(json["doubts"].array?.compactMap { $0["code"].string } == doubts, "\(id)")
  }

  @Test func anImportThatKnowsFarLessNeedsAYes() throws {
    #expect(try load("9520006000015\tWine\t\t83\t0.1\t5.1\t0\t11\t", "9520006000046\tOat biscuit\t25 g\t380\t8\t70\t7\t\t").status == 0)
    let names = try load("9520006000015\tWine\t\t\t\t\t\t\t", "9520006000046\tOat biscuit\t25 g\t\t\t\t\t\t", name: "less.csv")
    let path = person.home.file("less.csv")
    #expect(
      names.status == 64 && names.out.isEmpty
        && names.err == """
          hsync: confirmation needed, but there is no terminal: \(path) has an energy for 0 of 2 foods, the catalogue for 2 of 2 foods: replace it?
          hint: add --yes to confirm

          """,
      "\(names.status) \(names.err)")
    #expect(try run("foods", "show", "9520006000046").out.contains("380 kcal"))
    #expect(try run("foods", "import", path, "--yes").lines == ["\(path): 2 rows, 2 foods imported"])
    #expect(try run("foods", "show", "9520006000046").out.contains("no nutrition is known"))
  }

  @Test func aDumpWithoutNutrientsReplacesNothing() throws {
    #expect(try load("9520006000046\tOat biscuit\t25 g\t380\t8\t70\t7\t\t").status == 0)
    let path = person.home.file("names.csv")
    try person.home.write(Array("code\tproduct_name\tbrands\n9520006000046\tOat biscuit\tHaferhaus\n".utf8), to: "names.csv")
    for words in [["import", path], ["import", path, "--yes"], ["update", path]] {
      let outcome = try person.hsync.run(["foods"] + words)
      #expect(
        outcome.status == 65 && outcome.err.contains("has no column of energy or nutrients: its foods would have no values"),
        "\(outcome.err)")
    }
    #expect(try run("foods", "show", "9520006000046").out.contains("380 kcal"))
  }

  @Test(arguments: [("nl", "Pindakaas"), ("fr", "Peanut butter"), (nil, "Peanut butter")] as [(String?, String)])
  func theLanguageOfTheSettingsComesFirst(language: String?, name: String) throws {
    let line =
      #"{"code":"9520006000107","lang":"en","product_name":"Peanut butter","product_name_nl":"Pindakaas","nutriments":{"energy-kcal_100g":600}}"#
    try person.home.write(Array(line.utf8), to: "dump.jsonl")
    if let language { #expect(try run("config", "set", "products.language", language).status == 0) }
    #expect(try run("foods", "import", person.home.file("dump.jsonl")).status == 0)
    #expect(try run("foods", "show", "9520006000107").lines.first == name)
    for word in ["pindakaas", "peanut"] { #expect(try run("foods", "search", word).lines == ["9520006000107  \(name)  600 kcal/100 g"]) }
  }
}

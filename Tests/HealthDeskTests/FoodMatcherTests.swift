import FoodCatalog
import HealthModel
import HealthStore
import Products
import Testing

@testable import HealthDesk

/// The rule by which typed words name a food.
@Suite struct FoodMatcherTests {
  /// A text, and the foods that there are: `own Egg`, `logged Bread`, `file Milk · Brand`. Of the result, `=` is before the food that is taken, and `?`
  /// before those of which none is.
  static let cases: [(id: String, text: String, foods: [String], result: String)] = [
    ("the whole name", "egg", ["own Egg"], "=Egg"),
    ("a plural", "eggs", ["own Egg"], "=Egg"),
    ("a singular", "egg", ["own Farm eggs"], "=Farm eggs"),
    ("a plural in -ies", "berries", ["own Berry"], "=Berry"),
    ("a plural in -es", "tomatoes", ["own Tomato"], "=Tomato"),
    ("-ss is no plural", "glass", ["own Gla"], "-"),
    ("accents", "creme brulee", ["own Crème brûlée"], "=Crème brûlée"),
    ("case", "OÄT", ["own oat"], "=oat"),
    ("Cyrillic", "МОЛОКО", ["own молоко"], "=молоко"),
    ("Greek", "ΓΑΛΑ", ["own Γάλα"], "=Γάλα"),
    ("Han", "牛奶", ["own 纯牛奶"], "=纯牛奶"),
    ("a typing error isn't taken", "milk", ["own Mila Yogurt"], "?Mila Yogurt"),
    ("the beginning of a word isn't taken", "milk", ["own Milkshake"], "?Milkshake"),
    ("two letters swapped", "appel", ["own Apple"], "?Apple"),
    ("a letter left out", "aple", ["own Apple"], "?Apple"),
    ("inside a word is nothing", "bread", ["logged Crispbread"], "-"),
    ("one word of a name", "bread", ["own Toast Bread"], "=Toast Bread"),
    ("a brand", "haferlund", ["own Oat Crunch · Haferlund"], "=Oat Crunch"),
    ("name and brand", "oat crunch haferlund", ["own Oat Crunch · Haferlund", "own Oat Crunch Dark · Haferlund"], "=Oat Crunch"),
    ("a brand of several foods", "haferlund", ["own Oats · Haferlund", "own Rye · Haferlund"], "?Oats, Rye"),
    ("several with the word", "bread", ["own Toast Bread", "own Rye Bread"], "?Toast Bread, Rye Bread"),
    ("the whole name before a word", "bread", ["own Rye Bread", "own Bread"], "=Bread"),
    ("own before logged", "bread", ["logged Rye Bread", "own Toast Bread"], "=Toast Bread"),
    ("logged before the file", "bread", ["file Wheat Bread", "logged Rye Bread"], "=Rye Bread"),
    ("own before the file", "bread", ["file Bread", "own Bread"], "=Bread"),
    ("an entry by hand before an own food", "bread", ["logged Bread", "own Toast Bread"], "?Bread, Toast Bread"),
    ("a better name elsewhere", "bread", ["own Rye Bread", "file Bread"], "?Bread, Rye Bread"),
    ("whole words before beginnings", "milk", ["own Milkshake", "logged Oat Milk"], "=Oat Milk"),
    ("names of the same words", "water = cold", ["own Cold water", "own Water = cold"], "=Water = cold"),
    ("a beginning among whole words", "rye br", ["own Rye Bread"], "?Rye Bread"),
    ("a number isn't misspelt", "water 12", ["own Water 11"], "-"),
    ("a part of a number is another one", "milk 3", ["own Milk 3.5 %"], "?Milk 3.5 %"),
    ("digits in another order", "milk 5.3", ["own Milk 3.5 %", "own Milk 1.5 %"], "?Milk 3.5 %"),
    ("a decimal number", "milk 3,5", ["own Milk 3.5 %", "own Milk 1.5 %"], "=Milk 3.5 %"),
    ("a zero more", "joghurt 1.0", ["own Joghurt 0,1 %"], "?Joghurt 0,1 %"),
    ("short words aren't corrected", "tee", ["own Tea"], "-"),
    ("nothing typed", " ", ["own Egg"], "-"),
    ("no letters", "!?", ["own Egg"], "-"),
    ("no such food", "pizza", ["own Egg"], "-"),
  ]

  @Test(arguments: cases.indices)
  func wordsNameAFood(place: Int) throws {
    let one = FoodMatcherTests.cases[place]
    let hits = one.foods.enumerated().map { FoodMatcherTests.hit($1, place: $0) }
    let result =
      switch FoodMatcher(one.text).choice(among: hits) {
      case .one(let hit): "=\(hit.name)"
      case .unclear(let hits): "?\(hits.map(\.name).joined(separator: ", "))"
      case .none: "-"
      }
    #expect(result == one.result, "\(one.id)")
  }

  @Test func searchesShowWholeWordsFirst() {
    let foods = ["own Mila", "own Milkshake", "logged Oat Milk", "own Milk"].enumerated().map { FoodMatcherTests.hit($1, place: $0) }
    #expect(FoodMatcher("milk").ranked(foods).map(\.name) == ["Milk", "Oat Milk", "Milkshake"], "three fit: no typing error is assumed")
    #expect(FoodMatcher("milk").ranked(Array(foods.prefix(3))).map(\.name) == ["Oat Milk", "Milkshake", "Mila"])
  }

  /// Two foods of one name can be told apart only by their ids.
  @Test func theEndOfAnIDNamesAFood() {
    let foods = ["logged Soup", "logged Soup"].enumerated().map { FoodMatcherTests.hit($1, place: $0) }
    guard case .unclear = FoodMatcher("soup").choice(among: foods) else {
      Issue.record("one of two was taken")
      return
    }
    #expect(FoodMatcher(" 00000001").choice(among: foods) == .one(foods[1]))
    #expect(FoodMatcher("00001").choice(among: foods) == .none, "too short")
  }

  /// Choices are made among everything that a search finds, not only among the best of it.
  @Test func theCatalogueComesLast() throws {
    let desk = try DeskFixture()
    let file = try desk.folder.write(
      Array("code\tproduct_name\tbrands\tenergy-kcal_100g\n9520000000004\tMilk\tHearth\t64\n9520000000011\tMilk\tAlm\t65\n".utf8),
      to: "dump.csv")
    let catalogue = FoodCatalog(path: desk.folder.file("foods.db"))
    _ = try CatalogueImport(catalogue.path, nowMs: 0).run(file)
    let searches = try FoodSearches(desk.library, catalogue: catalogue)
    guard case .unclear(let hits) = try searches.choice("milk") else {
      Issue.record("one of two was taken")
      return
    }
    #expect(hits.map(\.brand) == ["Hearth", "Alm"])
    guard case .one(let hit) = try searches.choice("milk alm") else {
      Issue.record("a whole name with its brand is clear")
      return
    }
    #expect(hit.gtin == DeskFixture.other)
    _ = try OwnFoodDesk(desk.library).add("Oat milk", OwnFoodValues(nutrition: Nutrition(energyKcal: 45)), at: DeskFixture.noon)
    guard case .unclear(let more) = try FoodSearches(desk.library, catalogue: catalogue).choice("milk") else {
      Issue.record("foods of that very name are as good")
      return
    }
    #expect(Set(more.map(\.name)) == ["Oat milk", "Milk"])
    guard case .one(let own) = try FoodSearches(desk.library, catalogue: catalogue).choice("oat milk") else {
      Issue.record("the own food wasn't taken")
      return
    }
    #expect(own.origin == .override)
  }

  /// The catalogue finds beginnings of words, so that it is asked for the singulars as well.
  @Test(arguments: [("strawberries", "Strawberry"), ("tomatoes", "Tomato"), ("bananas", "Banana"), ("oats", "Oats"), ("egg", "Egg")])
  func pluralsAreFoundInTheCatalogue(text: String, name: String) throws {
    let desk = try DeskFixture()
    let names = ["Strawberry", "Strawberries in syrup", "Tomato", "Tomates cerises", "Banana", "Bananasplit ice", "Oats", "Egg"]
    let rows = names.enumerated().map { "95200000001\($0)\t\($1)\t50\n" }.joined()
    let file = try desk.folder.write(Array("code\tproduct_name\tenergy-kcal_100g\n\(rows)".utf8), to: "dump.csv")
    let catalogue = FoodCatalog(path: desk.folder.file("foods.db"))
    _ = try CatalogueImport(catalogue.path, nowMs: 0).run(file)
    guard case .one(let hit) = try FoodSearches(desk.library, catalogue: catalogue).choice(text) else {
      Issue.record("\(name) wasn't taken")
      return
    }
    #expect(hit.name == name)
  }

  private static func hit(_ food: String, place: Int) -> FoodHit {
    let kind = food.prefix { $0 != " " }
    let parts = food.dropFirst(kind.count + 1).split(separator: "·").map { String($0).trimmingBlanks }
    let (name, brand) = (parts[0], parts.count > 1 ? parts[1] : nil)
    let id = "0000000\(place)"
    switch kind {
    case "own": return FoodHit(OwnFood(id: id, name: name, brand: brand, nutrition: Nutrition(energyKcal: 100), createdAtMs: 0))
    case "logged":
      var meal = Meal(byHand: name, brand: brand, nutrition: Nutrition(energyKcal: 100), wish: DeskFixture.wish(), now: DeskFixture.noon)
      meal.id = id
      return FoodHit(meal)
    default:
      return FoodHit(Product(gtin: DeskFixture.oats, name: name, brand: brand, per100g: Nutrition(energyKcal: 100), source: "product_file"))
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String { split(separator: " ").joined(separator: " ") }
}

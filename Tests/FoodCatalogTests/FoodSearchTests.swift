import TestSupport
import Testing

@testable import FoodCatalog

/// Foods are found by the beginnings of their words, whatever their accents, script and typing errors.
@Suite struct FoodSearchTests {
  @Test(
    arguments: [
      ("Crème d'Été 70%", "creme d ete 70"), ("Œufs, Größe L", "oeufs grosse l"), ("纯牛奶", "纯牛 牛奶 奶"), ("cafe\u{301}", "cafe"),
      ("Łaciate ĳs Ærø", "laciate ijs aero"), ("Ёлочка Йогурт", "елочка иогурт"), ("Γιαούρτι Μέλι", "γιαουρτι μελι"), ("ＡＢ１", "ab1"),
      ("Ünlü İÇECEK", "unlu icecek"), ("น้ำ", "นำ ำ"), ("a纯b", "a 纯 b"), ("…", ""), ("500毫升", "500 毫升 升"), ("라면", "라면"),
    ])
  func foldedTexts(text: String, folded: String) {
    var search = SearchText()
    #expect(search.words(text).joined(separator: " ") == folded)
  }

  @Test func queriesAreFolded() {
    #expect(FoodQuery("Schöko-LADE  schoko").words == ["schoko", "lade"])
    #expect(FoodQuery("牛奶").words == ["牛奶"])
    #expect(FoodQuery("vollmilchschokolade").expression == "\"vollmilc\"*")
    #expect(FoodQuery("\"* OR NEAR(").words == ["or", "near"])
    #expect(FoodQuery(String(repeating: "a b c d e f g h i j k l m n ", count: 9)).words.count == 12)
  }

  @Test(
    arguments: [
      ("choc", [35, 28]), ("CHOCOLAT", [35, 28]), ("creme mar", [11]), ("crème", [11]), ("kakao noir", [35]), ("牛奶", [42]), ("奶", [42]),
      ("纯", [42]), ("namen", [59]), ("70", [35]), ("chocolta", [35, 28]), ("zzz", []), ("", []), ("%", []), ("marronsx", [11]),
      ("chocolatissimo", []),
    ] as [(String, [Int64])])
  func hits(query: String, ends: [Int64]) throws {
    let fixture = try CatalogueFixture()
    try fixture.load(CatalogueFixture.dump(CatalogueFixture.foods))
    let found = try #require(try fixture.catalog.search(query, limit: 10))
    #expect(found.foods.map { $0.gtin.number % 100 } == ends, "\(query)")
  }

  @Test func popularFoodsComeFirstAndTheLimitHolds() throws {
    let fixture = try CatalogueFixture()
    let foods = (1...200).map { ["code": "\(9_520_000_000_000 + $0)", "product_name": "Oat \($0)", "unique_scans_n": "\($0)"] }
    try fixture.load(CatalogueFixture.dump(foods))
    let found = try #require(try fixture.catalog.search("oat", limit: 3))
    #expect(found.foods.map(\.product.name) == ["Oat 200", "Oat 199", "Oat 198"])
    #expect(try fixture.catalog.search("oat", limit: 120)?.foods.count == 120)
    #expect(try fixture.catalog.search("oat 17", limit: 3)?.foods.first?.product.name == "Oat 17")
  }

  @Test func correctionsAreNamed() throws {
    let fixture = try CatalogueFixture()
    try fixture.load(CatalogueFixture.dump(CatalogueFixture.foods))
    #expect(try fixture.catalog.search("milk chocolaet", limit: 5)?.correction == "milk chocolate")
    #expect(try fixture.catalog.search("milk choc", limit: 5)?.correction == nil)
  }

  @Test func neighboursDifferByOneLetter() {
    let words = SpellingGuess.neighbours(of: "abcd")
    #expect(words.isSuperset(of: ["acbd", "abc", "abxd", "abxcd", "xabcd", "abcdx"]))
    #expect(!words.contains("abcd"))
  }
}

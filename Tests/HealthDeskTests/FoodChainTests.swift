import FoodCatalog
import HealthDesk
import HealthModel
import HealthStore
import Products
import TestSupport
import Testing
import Transport

/// The chain of sources: entries by hand, the product file, the catalogue, earlier answers, the network, earlier entries.
@Suite struct FoodChainTests {
  private let desk: DeskFixture

  init() throws { desk = try DeskFixture() }

  private var catalogue: FoodCatalog { FoodCatalog(path: desk.folder.file("foods.db")) }

  /// A finder without a network.
  private func finder(productFile: String? = nil) throws -> FoodFinder {
    try FoodFinder(
      desk.library,
      ProductSources(productFile: productFile, openFoodFactsURL: "http://127.0.0.1:9", userAgent: "test", language: nil, isOffline: true),
      catalogue: catalogue, transport: CurlTransport(), clock: desk.clock)
  }

  private func load(_ rows: String...) throws {
    let dump = (["code\tproduct_name\tbrands\tenergy-kcal_100g\tserving_size"] + rows).joined(separator: "\n")
    let path = try desk.folder.write(Array(dump.utf8), to: "dump.csv")
    _ = try CatalogueImport(catalogue.path, nowMs: 0).run(path)
  }

  private func find(_ gtin: GTIN = DeskFixture.oats, productFile: String? = nil) async throws -> Product? {
    try await finder(productFile: productFile).find(gtin, text: gtin.description).product
  }

  private func log(_ source: String, grams: Double?, kcal: Double) throws {
    var meal = Meal(
      byHand: "Oats by \(source)", gtin: DeskFixture.oats, nutrition: Nutrition(energyKcal: kcal), wish: DeskFixture.wish(grams: grams),
      now: DeskFixture.noon)
    if source != "hand" { meal.provenance = Provenance(source: source, basis: .per100g) }
    try desk.diary.log([meal], at: DeskFixture.noon)
  }

  @Test func theCatalogueAnswersWithoutANetwork() async throws {
    #expect(try await find() == nil)
    #expect(try desk.waiting() == ["9520000000004, offline, 0"])
    try load("9520000000004\tOat Crunch\tHearth\t370\t40 g")
    let product = try #require(try await find())
    #expect(product.name == "Oat Crunch" && product.servingG == 40 && product.per100g?.energyKcal == 370)
    #expect(product.origin == .catalogue && product.source == "open_food_facts")
    #expect(try desk.waiting() == [])
  }

  /// Numbers as dumps have them, and as they are typed.
  @Test(
    arguments: [
      ("an EAN-8 that begins with 2", "29520176", "29520176", [.inStoreNumber]),
      ("one that begins with 0", "00123457", "00123457", [.inStoreNumber]),
      ("a number of 02", "0212345678909", "0212345678909", [.inStoreNumber]),
      ("a number of 21", "2112345678900", "2112345678900", [.inStoreNumber]),
      ("a number of 04", "0412345678903", "412345678903", [.inStoreNumber]),
      ("a short code", "18", "00000018", [.badCheckDigit, .inStoreNumber]),
      ("a short code with zeros", "0000000000018", "0000000000018", [.badCheckDigit, .inStoreNumber]),
      ("leading zeros", "00009520000000004", "9520000000004", []),
      ("a wrong check digit", "9520000000005", "9520000000005", [.badCheckDigit]),
      ("a wrong check digit of eight", "96385075", "96385075", [.badCheckDigit]),
      ("an unexpanded UPC-E", "01234505", "01234505", [.inStoreNumber, .badCheckDigit]),
      ("fourteen digits", "19520000000005", "19520000000005", [.badCheckDigit]),
      ("Open Food Facts' own", "2000000000001", "2000000000001", []), ("eleven digits", "12345678901", "0012345678901", [.badCheckDigit]),
    ] as [(String, String, String, Set<Doubt>)])
  func everyNumberOfTheCatalogueIsFound(id: String, code: String, typed: String, doubts: Set<Doubt>) async throws {
    try load("\(code)\tCurry ketchup\t\t107\t")
    let barcode = try TypedBarcode(typed)
    let product = try #require(try await finder().finding(of: barcode).product, "\(id)")
    #expect(product.name == "Curry ketchup" && Set(product.doubts) == doubts, "\(id)")
    #expect(try finder().localProduct(of: barcode) == product, "\(id)")
    let hit = try #require(try FoodSearches(desk.library, catalogue: catalogue).search("curry", limit: 1).hits.first)
    #expect(hit.gtin == product.gtin, "\(id)")
    #expect(
      try await finder().product(of: TypedBarcode(hit.gtin?.description ?? ""), wish: DeskFixture.wish(grams: 20)) == product, "\(id)")
    #expect(try await LoggableFood(hit, finder: finder()) == .product(product), "\(id)")
    #expect(try await find(product.gtin) == product, "\(id)")
  }

  @Test func aShopsOwnNumberThatNobodyHasIsTheShops() async throws {
    try load("9520000000004\tOat Crunch\t\t370\t")
    let source = ProductLookup(sources: [CatalogueSource(catalogue)])
    let finding = try await FoodFinder(desk.library, source, clock: desk.clock).finding(of: TypedBarcode("29520176"))
    #expect(finding.failure == .inStore(code: "29520176"))
    #expect(try await finder().finding(of: TypedBarcode("2112345678900")).failure == .inStore(code: "2112345678900"))
    // Without the service it isn't known that nobody has it.
    guard case .pending(.offline) = try await finder().finding(of: TypedBarcode("29520176")).decision else {
      Issue.record("not pending")
      return
    }
  }

  @Test func theUsersFileDoesNotDoubtItsShop() async throws {
    let file = try desk.folder.write(Array("code\tname\tenergy_kcal_100g\n29520176\tMy ketchup\t110\n".utf8), to: "products.tsv")
    #expect(try await find(DeskFixture.gtin(29_520_176), productFile: file)?.doubts == [])
  }

  @Test func theProductFileComesBeforeTheCatalogue() async throws {
    try load("9520000000004\tOat Crunch\t\t370\t")
    let file = try desk.folder.write(Array("code\tname\tenergy_kcal_100g\n9520000000004\tMy oats\t380\n".utf8), to: "products.tsv")
    let product = try #require(try await find(productFile: file))
    #expect(product.name == "My oats" && product.origin == .file)
  }

  @Test func valuesByHandComeFirstAndThoseOfASourceLast() async throws {
    try log("open_food_facts", grams: 50, kcal: 180)
    let last = try #require(try await find())
    #expect(last.name == "Oats by open_food_facts" && last.per100g?.energyKcal == 360 && last.origin == .history)
    try load("9520000000004\tOat Crunch\t\t370\t")
    #expect(try await find()?.origin == .catalogue)
    try log("hand", grams: nil, kcal: 200)
    let first = try #require(try await find())
    #expect(first.name == "Oats by hand" && first.origin == .history && first.source == "user")
    #expect(first.per100g == nil && first.perServing?.energyKcal == 200)
  }

  @Test func aDamagedCatalogueIsTroubleThatOtherSourcesMayResolve() async throws {
    try desk.folder.write(Array("no catalogue".utf8), to: "foods.db")
    let finding = try await finder().find(DeskFixture.oats, text: "9520000000004")
    guard case .pending(.temporary(let sentence, nil)) = finding.decision else {
      Issue.record("\(finding.decision)")
      return
    }
    #expect(sentence.contains("can't be used"))
    let file = try desk.folder.write(Array("code\tname\n9520000000004\tMy oats\n".utf8), to: "products.tsv")
    #expect(try await find(productFile: file)?.name == "My oats")
  }

  @Test func searchesListTheUsersFoodsFirst() throws {
    try load("9520000000004\tOat Crunch\t\t370\t", "9520000000011\tHaferflocken oat\tHearth\t\t", "9520000000028\tRice\t\t350\t")
    try log("hand", grams: 50, kcal: 200)
    let searches = try FoodSearches(desk.library, catalogue: catalogue)
    let result = try searches.search("OÄt", limit: 10)
    #expect(result.hasCatalogue && result.correction == nil)
    #expect(result.hits.map(\.name) == ["Oats by hand", "Haferflocken oat"])
    #expect(result.hits.map(\.energyKcal) == [400, nil])
    #expect(try searches.search("oat", limit: 1).hits.count == 1)
    #expect(try searches.search("…", limit: 5).hits == [])
    #expect(try catalogue.delete())
    let without = try searches.search("oats", limit: 5)
    #expect(!without.hasCatalogue && without.hits.count == 1)
  }
}

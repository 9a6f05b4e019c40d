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

  @Test func aShopsOwnNumberIsNotTakenFromTheCatalogue() async throws {
    try load("\(DeskFixture.shops)\tSausage elsewhere\t\t300\t")
    #expect(try await find(DeskFixture.shops) == nil)
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

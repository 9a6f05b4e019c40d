import FoodCatalog
import HealthDesk
import HealthModel
import HealthStore
import Products
import TestSupport
import Testing
import Transport

/// The user's own values: they win over every source wherever a product is looked up, and are changed and removed.
@Suite struct OwnFoodDeskTests {
  private let desk: DeskFixture
  private let noon = DeskFixture.noon

  init() throws { desk = try DeskFixture() }

  private var own: OwnFoodDesk { OwnFoodDesk(desk.library) }
  private var catalogue: FoodCatalog { FoodCatalog(path: desk.folder.file("foods.db")) }

  /// A finder with the whole chain, without a network.
  private func finder(productFile: String? = nil) throws -> FoodFinder {
    try FoodFinder(
      desk.library,
      ProductSources(productFile: productFile, openFoodFactsURL: "http://127.0.0.1:9", userAgent: "test", language: nil, isOffline: true),
      catalogue: catalogue, transport: CurlTransport(), clock: desk.clock)
  }

  private func load(kcal: Int) throws {
    let header = "code\tproduct_name\tbrands\tenergy-kcal_100g\tproteins_100g\tserving_size"
    let dump = "\(header)\n9520000000004\tOat Crunch\tHearth\t\(kcal)\t12\t40 g"
    let path = try desk.folder.write(Array(dump.utf8), to: "dump.csv")
    _ = try CatalogueImport(catalogue.path, nowMs: 0).run(path)
  }

  private func barcode(_ text: String = "9520000000004") throws -> TypedBarcode { try TypedBarcode(text) }

  private func find(_ finder: FoodFinder) async throws -> Product? {
    try await finder.find(DeskFixture.oats, text: DeskFixture.oats.description).product
  }

  @Test func anOverrideKeepsTheRestOfTheProductAndSurvivesAnUpdate() async throws {
    try load(kcal: 370)
    let kept = try await own.override(barcode(), OwnFoodValues(nutrition: Nutrition(energyKcal: 411)), finder: finder())
    #expect(kept.id == "9520000000004" && kept.name == "Oat Crunch" && kept.brand == "Hearth" && kept.servingG == 40)
    #expect(kept.nutrition == Nutrition(energyKcal: 411, proteinG: 12) && !kept.isPerServing)
    try load(kcal: 390)
    let product = try #require(try await find(finder()))
    #expect(product.per100g == Nutrition(energyKcal: 411, proteinG: 12) && product.origin == .override && product.source == "own_food")
    #expect(product.gtin == DeskFixture.oats && product.servingText == "40 g")
  }

  @Test func itWinsOverEverySource() async throws {
    try load(kcal: 370)
    let file = try desk.folder.write(Array("code\tname\tenergy_kcal_100g\n9520000000004\tFile oats\t380\n".utf8), to: "products.tsv")
    let byHand = Meal(
      byHand: "Oats by hand", gtin: DeskFixture.oats, nutrition: Nutrition(energyKcal: 200), wish: DeskFixture.wish(grams: 50), now: noon)
    try desk.diary.log([byHand], at: noon)
    #expect(try await find(finder(productFile: file))?.origin == .history)
    _ = try await own.override(barcode(), OwnFoodValues(name: "Mine", nutrition: Nutrition(energyKcal: 1)), finder: finder())
    #expect(try await find(finder(productFile: file))?.name == "Mine")
    // A scan, a typed barcode, a photo of a watched folder and a number that waited: all take it.
    var scan = ScannedFood(desk.library, try finder())
    let scanned = try #require(try await scan.find(DeskFixture.oats, text: "9520000000004", wish: DeskFixture.wish(grams: 100)).product)
    #expect(try scan.log(scanned, DeskFixture.wish(grams: 100))?.nutrition.energyKcal == 1)
    let typed = try await finder().product(of: barcode(), wish: DeskFixture.wish())
    #expect(typed.name == "Mine")
    var photo = PhotographedFood(try finder(), .log(DeskFixture.wish(grams: 200)), otherwise: .noBarcode)
    #expect(try await photo.find(DeskFixture.oats, text: "9520000000004").product?.name == "Mine")
    try PendingLookups(desk.library).add(
      DeskFixture.oats, text: "9520000000004", reason: "offline", wish: DeskFixture.wish(grams: 300), atMs: noon.ms)
    let waiting = PendingFood(desk.library)
    let code = try #require(try waiting.list().first)
    #expect(try await waiting.resolve(code, with: finder()).logged.map(\.nutrition.energyKcal) == [3])
  }

  @Test func removingItBringsTheSourceBack() async throws {
    try load(kcal: 370)
    _ = try await own.override(barcode(), OwnFoodValues(nutrition: Nutrition(energyKcal: 411)), finder: finder())
    let product = try #require(try await find(finder()))
    try desk.diary.log([Meal(DeskFixture.wish(grams: 100), of: product, now: noon)], at: noon)
    #expect(try own.removeOverride(barcode(), at: noon).nutrition.energyKcal == 411)
    // The logged meal keeps the values, and isn't taken for new ones by hand.
    #expect(try await find(finder())?.origin == .catalogue)
    #expect(try desk.eaten() == ["Oat Crunch 411"])
    #expect(throws: OwnFoodError.unknown("9520000000004")) { try own.removeOverride(barcode(), at: noon) }
    #expect(try desk.library.undo(at: noon).title == "removed your values for 9520000000004")
    #expect(try await find(finder())?.per100g?.energyKcal == 411)
  }

  @Test func anUnknownProductNeedsANameAndAValue() async throws {
    await #expect(throws: OwnFoodError.notLookedUp(code: "9520000000004", reason: "offline")) {
      try await own.override(barcode(), OwnFoodValues(nutrition: Nutrition(energyKcal: 1)), finder: finder())
    }
    await #expect(throws: OwnFoodError.notKnown(code: "9520000000004")) {
      try await own.override(barcode(), OwnFoodValues(name: "Mine"), finder: desk.finder)
    }
    let values = OwnFoodValues(name: "Mine", isPerServing: true, nutrition: Nutrition(energyKcal: 120))
    let kept = try await own.override(barcode(), values, finder: finder())
    #expect(kept.isPerServing && kept.nutrition.energyKcal == 120)
    let shops = try await own.override(
      barcode(DeskFixture.shops.description), OwnFoodValues(name: "Sausage", nutrition: Nutrition(energyKcal: 300)), finder: finder())
    #expect(shops.gtin == DeskFixture.shops)
    #expect(try desk.waiting() == [])
  }

  @Test func impossibleValuesAreRefused() throws {
    let cases: [(OwnFoodValues, OwnFoodError)] = [
      (OwnFoodValues(nutrition: Nutrition(energyKcal: 2310)), .energyPer100g(kcal: 2310)),
      (OwnFoodValues(servingG: 1, isPerServing: true, nutrition: Nutrition(energyKcal: 50)), .energyPer100g(kcal: 5000)),
      (OwnFoodValues(servingG: 1, isPerServing: true, nutrition: Nutrition(energyKcal: 5, fatG: 10)), .nutrient(name: "fat_g", grams: 10)),
      (OwnFoodValues(isPerServing: true, nutrition: Nutrition(energyKcal: 10_000)), .energy(kcal: 10_000)),
      (OwnFoodValues(nutrition: Nutrition(energyKcal: 100, fatG: 101)), .nutrient(name: "fat_g", grams: 101)),
      (OwnFoodValues(servingG: 0, nutrition: Nutrition(energyKcal: 100)), .serving(grams: 0)),
      (OwnFoodValues(), .noValues(name: "Soup")),
    ]
    for (values, error) in cases { #expect(throws: error) { try own.add("Soup", values, at: noon) } }
    #expect(try own.all().isEmpty)
  }

  @Test func anOwnFoodIsAddedFoundEditedLoggedAndDeleted() throws {
    let soup = try own.add("Lentil soup", OwnFoodValues(servingG: 300, nutrition: Nutrition(energyKcal: 60, proteinG: 4)), at: noon)
    #expect(throws: OwnFoodError.exists(name: "Lentil soup")) {
      try own.add("lentil SOUP", OwnFoodValues(nutrition: Nutrition(energyKcal: 1)), at: noon)
    }
    try load(kcal: 370)
    var entry = Meal(byHand: "Lentil soup", nutrition: Nutrition(energyKcal: 100), wish: DeskFixture.wish(grams: 100), now: noon)
    try desk.diary.log([entry], at: noon)
    entry.id = RecordID.make(atMs: noon.ms)
    entry.name = "Soup of the day"
    try desk.diary.log([entry], at: noon)
    let hits = try FoodSearches(desk.library, catalogue: catalogue).search("soup", limit: 10).hits
    #expect(hits.map(\.name) == ["Lentil soup", "Soup of the day"] && hits.map(\.origin) == [.override, .history])
    #expect(hits.first?.energyKcal == 60 && hits.first?.gtin == nil)
    let meal = try Meal(DeskFixture.wish(servings: 2), of: soup, now: noon)
    #expect(meal.nutrition.energyKcal == 360 && meal.amount == Amount(servings: 2, grams: 600) && meal.gtin == nil)
    #expect(meal.provenance == Provenance(source: "own_food", basis: .per100g))
    let edited = try own.edit("LENTIL soup", OwnFoodValues(name: "Dal", isPerServing: true), at: noon)
    #expect(edited.id == soup.id && edited.nutrition == Nutrition(energyKcal: 180, proteinG: 12))
    #expect(try own.food(String(soup.id.suffix(6))).name == "Dal")
    #expect(throws: OwnFoodError.unknown("Lentil soup")) { try own.food("Lentil soup") }
    #expect(try own.delete("dal", at: noon).name == "Dal")
    #expect(try own.all().isEmpty)
  }

  /// Values that can't be converted to the other basis aren't dropped.
  @Test func withoutAServingsWeightNoValueIsLost() throws {
    let soup = try own.add("Soup", OwnFoodValues(nutrition: Nutrition(energyKcal: 60, proteinG: 4)), at: noon)
    #expect(throws: OwnFoodError.servingUnknown(name: "Soup")) {
      try own.edit("Soup", OwnFoodValues(isPerServing: true, nutrition: Nutrition(energyKcal: 180)), at: noon)
    }
    #expect(try own.food("Soup") == soup)
    let both = OwnFoodValues(isPerServing: true, nutrition: Nutrition(energyKcal: 180, proteinG: 12))
    #expect(try own.edit("Soup", both, at: noon).nutrition == Nutrition(energyKcal: 180, proteinG: 12))
    #expect(try own.edit("Soup", OwnFoodValues(servingG: 300, isPerServing: false), at: noon).nutrition.proteinG == 4)
  }

  /// A value of a small serving is kept however small it is, and the way back brings it again.
  @Test(arguments: [0.001, 0.45, 3] as [Double]) func aSmallValueNeverBecomesZero(servingG: Double) throws {
    let whole = Nutrition(energyKcal: 432, proteinG: 10.2, saturatedFatG: 0, saltG: 0.12)
    _ = try own.add("Soup", OwnFoodValues(nutrition: whole), at: noon)
    let served = try own.edit("Soup", OwnFoodValues(servingG: servingG, isPerServing: true), at: noon)
    for (name, path) in Nutrition.fields {
      guard let value = whole[keyPath: path] else { continue }
      let kept = try #require(served.nutrition[keyPath: path], "\(name)")
      #expect(abs(kept - value * servingG / 100) <= value * servingG / 100 * 0.01 && (kept == 0) == (value == 0), "\(name): \(kept)")
    }
    let back = try own.edit("Soup", OwnFoodValues(isPerServing: false), at: noon).nutrition
    for (name, path) in Nutrition.fields { #expect(abs((back[keyPath: path] ?? 0) - (whole[keyPath: path] ?? 0)) < 5, "\(name)") }
  }

  /// An override on another basis than the product's converts by the weight of a serving, the user's before the product's; without one it is refused.
  @Test func anOverridePerServingLosesNoValue() async throws {
    let header = "code\tproduct_name\tenergy-kcal_100g\tproteins_100g\tserving_size"
    let path = try desk.folder.write(Array("\(header)\n9520000000004\tOat Crunch\t370\t12\t1 bowl".utf8), to: "dump.csv")
    _ = try CatalogueImport(catalogue.path, nowMs: 0).run(path)
    let energy = OwnFoodValues(isPerServing: true, nutrition: Nutrition(energyKcal: 150))
    await #expect(throws: OwnFoodError.servingUnknown(name: "Oat Crunch")) { try await own.override(barcode(), energy, finder: finder()) }
    #expect(try own.all().isEmpty)
    var weighed = energy
    weighed.servingG = 50
    #expect(try await own.override(barcode(), weighed, finder: finder()).nutrition == Nutrition(energyKcal: 150, proteinG: 6))
    _ = try own.removeOverride(barcode(), at: noon)
    try load(kcal: 370)
    #expect(try await own.override(barcode(), weighed, finder: finder()).nutrition == Nutrition(energyKcal: 150, proteinG: 6))
    _ = try own.removeOverride(barcode(), at: noon)
    #expect(try await own.override(barcode(), energy, finder: finder()).nutrition == Nutrition(energyKcal: 150, proteinG: 4.8))
  }

  @Test func aRecipeHasTheValuesOfItsParts() async throws {
    try load(kcal: 360)
    let water = try own.add("Water", OwnFoodValues(nutrition: Nutrition(energyKcal: 0, proteinG: 0, saltG: 0)), at: noon)
    let oats = try #require(try await find(finder()))
    let parts: [(food: LoggableFood, grams: Double)] = [(.product(oats), 200), (.own(water), 700)]
    let porridge = try own.cook("Porridge", of: parts, totalG: 800, servingG: 400, at: noon)
    // 720 kcal and 24 g of protein in 800 g; salt isn't known of the oats.
    #expect(porridge.nutrition == Nutrition(energyKcal: 90, proteinG: 3) && porridge.servingG == 400)
    #expect(porridge.parts.map(\.name) == ["Oat Crunch", "Water"] && porridge.parts.map(\.grams) == [200, 700])
    #expect(try Meal(DeskFixture.wish(servings: 1), of: porridge, now: noon).nutrition.energyKcal == 360)
    let again = try own.cook("porridge", of: parts, totalG: nil, servingG: nil, at: noon)
    #expect(again.id == porridge.id && again.nutrition.energyKcal == 80 && again.servingG == nil)
    #expect(try own.food("Porridge") == again)
    #expect(throws: OwnFoodError.exists(name: "Water")) { try own.cook("Water", of: parts, totalG: nil, servingG: nil, at: noon) }
    #expect(throws: OwnFoodError.weight(grams: 0)) { try own.cook("x", of: parts, totalG: 0, servingG: nil, at: noon) }
    #expect(throws: OwnFoodError.weight(grams: -1)) {
      try own.cook("x", of: [(.own(water), -1)], totalG: nil, servingG: nil, at: noon)
    }
    var unknown = oats
    unknown.per100g = Nutrition(proteinG: 1)
    let part = unknown
    #expect(throws: OwnFoodError.noValues(name: "Oat Crunch")) {
      try own.cook("x", of: [(.product(part), 1)], totalG: nil, servingG: nil, at: noon)
    }
  }

  @Test func aBarcodeOfNoSourceIsAddedOnce() throws {
    let values = OwnFoodValues(name: "Farm eggs", nutrition: Nutrition(energyKcal: 140))
    #expect(try own.add(barcode(), values, at: noon).gtin == DeskFixture.oats)
    #expect(throws: OwnFoodError.exists(name: "Farm eggs")) { try own.add(barcode(), values, at: noon) }
    #expect(try own.food("9520000000004").name == "Farm eggs")
  }

  /// Its former self has the same name, and would be the nearest food of that name.
  @Test func aRecipeIsNoPartOfItself() throws {
    try load(kcal: 370)
    _ = try own.add("Oat", OwnFoodValues(nutrition: Nutrition(energyKcal: 1)), at: noon)
    let searches = try FoodSearches(desk.library, catalogue: catalogue)
    guard case .one(let food) = try searches.choice("oat"), case .one(let other) = try searches.without("OAT").choice("oat") else {
      Issue.record("nothing was taken")
      return
    }
    #expect(food.origin == .override && other.origin == .catalogue)
  }

  @Test func aCancelledSearchHasNoResult() throws {
    try load(kcal: 370)
    let searches = try FoodSearches(desk.library, catalogue: catalogue)
    #expect(try searches.search("oat", limit: 10, isCancelled: { true }) == nil)
    #expect(try searches.search("oat", limit: 10, isCancelled: { false })?.hits.count == 1)
  }
}

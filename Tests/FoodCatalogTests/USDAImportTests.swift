import Foundation
import HealthModel
import Synchronization
import TestSupport
import Testing

@testable import FoodCatalog

/// Branded foods of FoodData Central in the catalogue, beside those of Open Food Facts.
@Suite struct USDAImportTests {
  @Test func aDownloadIsReadByTheNamesOfItsColumns() throws {
    let fixture = try USDAFixture()
    let report = try fixture.load()
    #expect(report == ImportReport(source: .usda, rows: 4, imported: 2, broken: 0, skipped: 2))
    let butter = try #require(try fixture.catalogue.catalog.food(.test(9_520_000_000_011)))
    #expect(butter.source == .usda && butter.modifiedS == 1_682_899_200)
    let product = butter.product
    #expect(product.name == "PEANUT BUTTER, \"CRUNCHY\"" && product.brand == "BRAND" && product.revision == "11")
    #expect(product.servingText == "1/4 cup (30 g)" && product.servingG == 30)
    // 25.5 g of carbohydrates with 6.3 g of fibre, and 400 mg of sodium.
    #expect(product.nutrition.per100g.values == Nutrition(energyKcal: 594, proteinG: 21.9, carbsG: 19.2, fiberG: 6.3, saltG: 1))
    let biscuits = try #require(try fixture.catalogue.catalog.food(.test(952_000_000_202)))
    #expect(biscuits.product.brand == "Other Ltd" && biscuits.product.servingText == "2 pieces" && biscuits.product.servingG == nil)
    #expect(biscuits.product.nutrition.per100g == GivenNutrition(energyKj: 1800) && biscuits.modifiedS == 1_643_760_000)
    let status = try #require(try fixture.catalogue.catalog.status())
    #expect(status.foods == 0 && status.importedAtMs == 0 && status.usda?.foods == 2 && status.usda?.importedAtMs == 1_750_000_000_000)
    #expect(status.usda?.newestS == 1_682_899_200)
  }

  /// The file of the samples, as the script beside it writes it.
  @Test func anArchiveIsRead() throws {
    let fixture = try CatalogueFixture()
    let report = try fixture.importer.run(ProjectFiles.path("samples/fdc.zip"))
    #expect(report == ImportReport(source: .usda, rows: 5, imported: 4, broken: 0, skipped: 1))
    let food = try #require(try fixture.catalog.food(.test(9_520_007_100_011)))
    #expect(food.product.name == "PEANUT BUTTER, CRUNCHY" && food.product.quantity == "16 oz/454 g")
    #expect(food.product.nutrition.per100g.values.energyKcal == 594)
    let copy = try fixture.folder.write(ProjectFiles.bytes(ProjectFiles.path("samples/fdc.zip")).dropLast(30), to: "cut.zip")
    let error = #expect(throws: CatalogueError.self) { try fixture.importer.run(copy) }
    #expect(error?.code == .damagedDump && error?.hint == "download it again", "\(String(describing: error))")
    #expect(try fixture.catalog.status()?.usda?.foods == 4)
  }

  /// Each import replaces the foods of its own source; Open Food Facts comes first.
  @Test func twoSourcesStandBesideEachOther() throws {
    var fixture = try USDAFixture()
    try fixture.load()
    try fixture.catalogue.load(CatalogueFixture.dump(CatalogueFixture.foods))
    let catalog = fixture.catalogue.catalog
    #expect(try catalog.food(.test(9_520_000_000_011))?.source == .openFoodFacts)
    #expect(try catalog.food(.test(952_000_000_202))?.product.name == "Biscuits")
    #expect(try catalog.search("biscuits", limit: 5)?.foods.map(\.source) == [.usda])
    // A number that both have is Open Food Facts' food.
    #expect(try catalog.search("crème", limit: 5)?.foods.map(\.source) == [.openFoodFacts])
    #expect(try catalog.search("peanut", limit: 5)?.foods.isEmpty == true)
    let corrected = try catalog.search("biscuist", limit: 5)
    #expect(corrected?.foods.map(\.source) == [.usda] && corrected?.correction == "biscuits")
    fixture.files["food.csv"]?.replace("Biscuits", with: "Chocolate biscuits")
    try fixture.load()
    let hits = try #require(try catalog.search("choc", limit: 5)).foods
    #expect(hits.map(\.source) == [.openFoodFacts, .openFoodFacts, .usda] && hits.last?.product.name == "Chocolate biscuits")
    #expect(try catalog.search("choc", limit: 2)?.foods.map(\.source) == [.openFoodFacts, .openFoodFacts])
    #expect(try catalog.search("biscuits", limit: 5)?.foods.count == 1)
    let status = try #require(try catalog.status())
    #expect(status.foods == 5 && status.usda?.foods == 2)
    let delta = [["code": "9520000000066", "product_name": "Haferdrink", "last_modified_t": "1800000001"]]
    _ = try fixture.catalogue.importer.update(fixture.catalogue.folder.write(CatalogueFixture.dump(delta), to: "delta.csv"))
    #expect(try catalog.status()?.foods == 6 && catalog.status()?.usda == status.usda)
    #expect(try catalog.food(.test(952_000_000_202))?.source == .usda)
  }

  /// Broken rows of each file are counted, the others are read.
  @Test func brokenRowsAreCountedAndLeftOut() throws {
    var fixture = try USDAFixture()
    fixture.files["branded_food.csv"]?.append(
      "\"15\",\"short\"\n\"x\",\"\",\"\",\"9520000000035\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"\n"
        + "\"16\",\"Late\",\"\",\"9520000000042\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"\n\"17\",\"no end")
    fixture.files["food_nutrient.csv"]?.append(
      "\"11\",\"16\",\"1008\",\"much\",\"\"\n\"12\",\"16\",\"1003\",\"1e300\",\"\"\n13,16,1005,12,\n\"14\"x,\"16\",\"1008\",\"5\",\"\"\n")
    let report = try fixture.load()
    #expect(report == ImportReport(source: .usda, rows: 8, imported: 3, broken: 6, skipped: 2))
    let late = try #require(try fixture.catalogue.catalog.food(.test(9_520_000_000_042)))
    #expect(late.product.name == nil && late.product.nutrition.per100g.values == Nutrition(carbsG: 12))
  }

  @Test func countriesChooseFoodsAndLanguagesCannot() throws {
    let fixture = try USDAFixture()
    #expect(try fixture.load(filter: FoodFilter(countries: ["New Zealand"])).imported == 1)
    #expect(try fixture.catalogue.catalog.status()?.usda?.filter == FoodFilter(countries: ["new-zealand"]))
    let error = #expect(throws: CatalogueError.self) { try fixture.load(filter: FoodFilter(languages: ["en"])) }
    #expect(error?.code == .notADump)
  }

  @Test(arguments: ["branded_food.csv", "food.csv", "food_nutrient.csv", "nutrient.csv"])
  func otherFoldersAreRejected(file: String) throws {
    var fixture = try USDAFixture()
    try fixture.load()
    for text in ["", "\"id\",\"name\"\n", nil] {
      if let text {
        fixture.files[file] = text
      } else {
        try FileManager.default.removeItem(atPath: fixture.catalogue.folder.file("fdc/FoodData/" + file))
        fixture.files[file] = nil
      }
      let error = #expect(throws: CatalogueError.self) { try fixture.load() }
      #expect(error?.code == .notADump && error?.message.contains(file) == true, "\(String(describing: error))")
    }
    #expect(try fixture.catalogue.catalog.status()?.usda?.foods == 2)
    let delta = #expect(throws: CatalogueError.self) { try fixture.catalogue.importer.update(fixture.catalogue.folder.file("fdc")) }
    #expect(delta?.code == .notADump)
  }

  @Test func anInterruptLeavesTheOldCatalogue() throws {
    var fixture = try USDAFixture()
    try fixture.catalogue.load(CatalogueFixture.dump(CatalogueFixture.foods))
    try fixture.load()
    let path = fixture.catalogue.path
    let before = try ProjectFiles.bytes(path)
    let rows = (1...9000).map { "\"\(1000 + $0)\",\"Owner\",\"\",\"\(9_520_000_100_000 + $0)\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"\n" }
    fixture.files["branded_food.csv"]?.append(rows.joined())
    try fixture.load()
    #expect(try fixture.catalogue.catalog.status()?.usda?.foods == 9002)
    try Data(before).write(to: URL(fileURLWithPath: path))
    for stage in 0..<3 {
      let isInterrupted = Mutex(false)
      let importer = CatalogueImport(path, nowMs: 1, isInterrupted: { isInterrupted.withLock { $0 } }) { progress in
        switch (stage, progress) {
        case (0, .reading), (1, .sorting), (2, .indexing): isInterrupted.withLock { $0 = true }
        default: break
        }
      }
      #expect(throws: CancellationError.self, "stage \(stage)") { try importer.run(fixture.catalogue.folder.file("fdc")) }
      #expect(try ProjectFiles.bytes(path) == before, "stage \(stage)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.catalogue.folder.path).sorted()
    #expect(names == ["dump.csv", "fdc", "foods.db", "foods.db.lock"])
  }

  /// Quoted cells with commas, doubled quotes and line ends; one without an end takes the rest, but no more than a record can have.
  @Test func recordsOfCSVAreSplit() throws {
    let text = "\u{FEFF}a,b,c\r\n1,\"x, \"\"y\"\"\nz\",3\n\n,,\n1,2\n\"1\"2,3,4\n\"open"
    var bytes = ArraySlice(text.utf8)
    var found: [[String?]] = []
    var broken = 0
    var table: CSVTable?
    try CSVRecords { buffer in
      let part = bytes.prefix(min(7, buffer.count))
      buffer.copyBytes(from: part)
      bytes = bytes.dropFirst(part.count)
      return part.count
    }.forEach { record in
      guard let record else { return broken += 1 }
      if record.isEmpty { return }
      guard let open = table else { return table = CSVTable(header: record, columns: ["c", "b", "missing"], needed: ["b"]) }
      if open.read(record) { found.append([open.text(0), open.text(1), open.text(2)]) } else { broken += 1 }
    }
    #expect(found == [["3", "x, \"y\" z", nil], [nil, nil, nil]] && broken == 3)
  }
}

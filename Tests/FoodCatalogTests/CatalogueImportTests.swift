import Foundation
import Gzip
import HealthModel
import Synchronization
import TestSupport
import Testing

@testable import FoodCatalog

/// Dumps become catalogues: whole ones, broken ones, packed ones, and not at all.
@Suite struct CatalogueImportTests {
  @Test func rowsAreReadByTheNamesOfTheirColumns() throws {
    let fixture = try CatalogueFixture()
    let report = try fixture.load(CatalogueFixture.dump(CatalogueFixture.foods))
    #expect(report == ImportReport(rows: 5, imported: 5, broken: 0, skipped: 0))
    let food = try #require(try fixture.catalog.food(.test(9_520_000_000_011)))
    #expect(food.product.name == "Crème de marrons")
    #expect(food.product.brand == "Ardèche")
    #expect(food.product.quantity == "500 g")
    #expect(food.product.servingText == "30 g")
    #expect(food.modifiedS == 1_700_000_000)
    let given = food.product.nutrition.per100g
    #expect(given.energyKj == 1088)
    #expect(
      given.values == Nutrition(energyKcal: 260, proteinG: 1.1, carbsG: 62, fatG: 0.3, sugarsG: 58, saltG: 0.02))
    let chocolate = try #require(try fixture.catalog.food(.test(9_520_000_000_028)))
    #expect(chocolate.product.nutrition.per100g.energyKj == 2230)
    #expect(chocolate.product.nutrition.per100g.values.energyKcal == nil)
    #expect(chocolate.product.nutrition.per100g.values.saltG == 0.2)
    #expect(try fixture.catalog.food(.test(9_520_000_000_059))?.product.name == "Namenlos")
    #expect(try fixture.catalog.food(.test(9_520_000_000_066)) == nil)
  }

  @Test func brokenRowsAreCountedAndLeftOut() throws {
    let fixture = try CatalogueFixture()
    var lines = CatalogueFixture.foods.map(CatalogueFixture.line)
    lines[0] += "\tstray"
    lines[1] = lines[1].replacing("Kakaohaus", with: "Kakao\nhaus")
    lines += ["", CatalogueFixture.line(["product_name": "No number"]), CatalogueFixture.line(["code": "123456789012345678"])]
    let report = try fixture.load(CatalogueFixture.dump(lines))
    #expect(report == ImportReport(rows: 9, imported: 3, broken: 4, skipped: 2))
  }

  @Test func absurdNumbersAreUnknown() throws {
    let fixture = try CatalogueFixture()
    try fixture.load(
      CatalogueFixture.dump([
        [
          "code": "9520000000011", "product_name": "Odd", "unique_scans_n": "9e99", "last_modified_t": "9000000000000000000",
          "energy-kcal_100g": "much", "fat_100g": "1e999", "sugars_100g": "< 0,5", "completeness": "nan",
        ]
      ]))
    let food = try #require(try fixture.catalog.food(.test(9_520_000_000_011)))
    #expect(food.modifiedS == 0)
    #expect(food.product.nutrition.per100g.values == Nutrition(sugarsG: 0.5))
  }

  @Test func repeatedNumbersBecomeThePopularFood() throws {
    let fixture = try CatalogueFixture()
    let report = try fixture.load(
      CatalogueFixture.dump([
        ["code": "09520000000011", "product_name": "Rare"], ["code": "9520000000011", "product_name": "Common", "unique_scans_n": "4"],
      ]))
    #expect(report == ImportReport(rows: 2, imported: 1, broken: 0, skipped: 1))
    #expect(try fixture.catalog.food(.test(9_520_000_000_011))?.product.name == "Common")
  }

  @Test func countriesChooseRows() throws {
    let fixture = try CatalogueFixture()
    let report = try fixture.load(CatalogueFixture.dump(CatalogueFixture.foods), filter: FoodFilter(countries: ["en:France"]))
    #expect(report == ImportReport(rows: 5, imported: 2, broken: 0, skipped: 3))
    #expect(try fixture.catalog.status()?.filter == FoodFilter(countries: ["france"]))
  }

  @Test func languagesNeedTheirColumn() throws {
    let fixture = try CatalogueFixture()
    let error = #expect(throws: CatalogueError.self) {
      try fixture.load(CatalogueFixture.dump(CatalogueFixture.foods), filter: FoodFilter(languages: ["fr"]))
    }
    #expect(error?.code == .notADump)
  }

  @Test func packedDumpsOfSeveralMembersAreRead() throws {
    let fixture = try CatalogueFixture()
    let bytes = CatalogueFixture.dump(CatalogueFixture.foods)
    let packed = try Gzip.compressed(Array(bytes.prefix(300))) + Gzip.compressed(Array(bytes.dropFirst(300)))
    #expect(try fixture.load(packed).imported == 5)
    for count in [packed.count - 1, packed.count - 9, 40] {
      let error = #expect(throws: CatalogueError.self) { try fixture.load(Array(packed.prefix(count))) }
      #expect(error?.code == .damagedDump)
    }
    var damaged = packed
    damaged[packed.count - 6] ^= 1
    #expect(throws: CatalogueError.self) { try fixture.load(damaged) }
    #expect(try fixture.catalog.status()?.foods == 5)
  }

  @Test func bothShapesOfJSONLinesAreRead() throws {
    let fixture = try CatalogueFixture()
    let lines = [
      #"{"code":"9520000000011","product_name":"","product_name_en":"Oats","lang":"de","countries_tags":["en:germany"],"nutriments":{"energy-kcal_100g":"370","proteins_100g":13.5,"sodium_100g":""},"last_modified_t":5,"rev":7}"#,
      #"{"code":"9520000000028","product_name":"Cocoa","lang":"fr","nutrition":{"aggregated_set":{"per":"serving","preparation":"prepared","nutrients":{"energy-kcal":{"value":90,"unit":"kcal"},"salt":{"value":300,"unit":"mg"}}}}}"#,
      #"{"code":"9520000000035","product_name":"#, "", #"{"product_name":"no number"}"#, #"{"code":"0"}"#, "[]",
    ]
    let report = try fixture.load(Array(lines.joined(separator: "\n").utf8))
    #expect(report == ImportReport(rows: 7, imported: 2, broken: 3, skipped: 2))
    let oats = try #require(try fixture.catalog.food(.test(9_520_000_000_011)))
    #expect(oats.product.name == "Oats")
    #expect(oats.product.revision == "7")
    #expect(oats.product.nutrition.per100g.values == Nutrition(energyKcal: 370, proteinG: 13.5))
    let cocoa = try #require(try fixture.catalog.food(.test(9_520_000_000_028))).product.nutrition
    #expect(cocoa.isPrepared && cocoa.per100g.isEmpty)
    #expect(cocoa.perServing.values == Nutrition(energyKcal: 90, saltG: 0.3))
    try fixture.load(Array(lines.joined(separator: "\n").utf8), filter: FoodFilter(languages: ["DE"]))
    #expect(try fixture.catalog.status()?.foods == 1)
  }

  @Test(arguments: ["", "\n\n", "name\tcode\nx\t1\n", "{\"a\":\n{\"b\":\n", "PK"])
  func otherFilesAreRejected(text: String) throws {
    let fixture = try CatalogueFixture()
    let error = #expect(throws: CatalogueError.self) { try fixture.load(Array(text.utf8)) }
    #expect(error?.code == .notADump)
    #expect(try fixture.catalog.status() == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted() == ["dump.csv", "foods.db.lock"])
  }

  @Test func aMissingDumpIsSaid() throws {
    let fixture = try CatalogueFixture()
    let error = #expect(throws: CatalogueError.self) { try fixture.importer.run(fixture.folder.file("none.csv")) }
    #expect(error?.kind == .noInput)
  }

  @Test func anInterruptLeavesTheOldCatalogue() throws {
    let fixture = try CatalogueFixture()
    try fixture.load(CatalogueFixture.dump(CatalogueFixture.foods))
    let before = try ProjectFiles.bytes(fixture.path)
    let many = (1...9000).map { CatalogueFixture.line(["code": "\(9_520_000_100_000 + $0)", "product_name": "Food \($0)"]) }
    let dump = try fixture.folder.write(CatalogueFixture.dump(many), to: "many.csv")
    for stage in 0..<3 {
      let isInterrupted = Mutex(false)
      let importer = CatalogueImport(fixture.path, nowMs: 1, isInterrupted: { isInterrupted.withLock { $0 } }) { progress in
        switch (stage, progress) {
        case (0, .reading), (1, .sorting), (2, .indexing): isInterrupted.withLock { $0 = true }
        default: break
        }
      }
      #expect(throws: CancellationError.self, "stage \(stage)") { try importer.run(dump) }
      #expect(try ProjectFiles.bytes(fixture.path) == before, "stage \(stage)")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
        == ["dump.csv", "foods.db", "foods.db.lock", "many.csv"])
  }

  @Test func leftoversOfAKilledImportAreRemoved() throws {
    let fixture = try CatalogueFixture()
    try fixture.folder.write(Array("rest".utf8), to: "foods.db.new")
    try fixture.folder.write(Array("rest".utf8), to: "foods.db.rows")
    try fixture.load(CatalogueFixture.dump(CatalogueFixture.foods))
    #expect(try fixture.catalog.status()?.foods == 5)
  }

  @Test func anOpenCatalogueSeesTheNextImport() throws {
    let fixture = try CatalogueFixture()
    let catalog = fixture.catalog
    #expect(try catalog.food(.test(9_520_000_000_011)) == nil)
    try fixture.load(CatalogueFixture.dump(CatalogueFixture.foods))
    #expect(try catalog.food(.test(9_520_000_000_011)) != nil)
    try fixture.load(CatalogueFixture.dump([["code": "9520000000066", "product_name": "Other"]]))
    #expect(try catalog.food(.test(9_520_000_000_011)) == nil)
    #expect(try catalog.food(.test(9_520_000_000_066)) != nil)
    #expect(try catalog.delete())
    #expect(try catalog.food(.test(9_520_000_000_066)) == nil)
    #expect(try !catalog.delete())
  }

  @Test func updatesAddAndReplaceFoods() throws {
    let fixture = try CatalogueFixture()
    #expect(throws: CatalogueError.noCatalogue) { try fixture.importer.update(fixture.folder.write([0x0A], to: "delta")) }
    try fixture.load(CatalogueFixture.dump(CatalogueFixture.foods))
    let delta = [
      ["code": "9520000000011", "product_name": "Stale", "last_modified_t": "1600000000"],
      ["code": "9520000000028", "product_name": "Vollmilchschokolade", "last_modified_t": "1800000000"],
      ["code": "9520000000066", "product_name": "Haferdrink", "last_modified_t": "1800000001"],
    ]
    let report = try fixture.importer.update(fixture.folder.write(CatalogueFixture.dump(delta), to: "delta.csv"))
    #expect(report == ImportReport(rows: 3, imported: 2, broken: 0, skipped: 1))
    let catalog = fixture.catalog
    #expect(try catalog.food(.test(9_520_000_000_011))?.product.name == "Crème de marrons")
    #expect(try catalog.search("milk", limit: 5)?.foods.isEmpty == true)
    #expect(try catalog.search("vollmilch", limit: 5)?.foods.map(\.gtin.number) == [9_520_000_000_028])
    #expect(try catalog.search("hafer", limit: 5)?.foods.map(\.gtin.number) == [9_520_000_000_066])
    let status = try #require(try catalog.status())
    #expect(status.foods == 6)
    #expect(status.newestS == 1_800_000_001)
  }

  @Test func otherDatabasesAreNotUsed() throws {
    let fixture = try CatalogueFixture()
    try fixture.folder.write(Array("no database".utf8), to: "foods.db")
    let error = #expect(throws: CatalogueError.self) { try fixture.catalog.status() }
    #expect(error?.code == .unusable)
  }

  @Test(.enabled(if: ProjectFiles.sharedData("openfoodfacts/off_dump_2024_1000rows.tsv") != nil))
  func linesOfTheRealDumpAreRead() throws {
    let dump = try #require(ProjectFiles.sharedData("openfoodfacts/off_dump_2024_1000rows.tsv"))
    let fixture = try CatalogueFixture()
    let report = try fixture.importer.run(dump)
    #expect(report.rows == 1000 && report.broken == 0)
    #expect(report.imported > 900)
  }
}

import Foundation
import HealthModel
import Synchronization
import TestSupport
import Testing

@testable import FoodCatalog

/// What foods of a dump know, and what is asked before they replace foods that know more.
@Suite struct CatalogueKnowledgeTests {
  @Test(arguments: [
    "code\tproduct_name\n9520000000011\tOats\n", "code\tproduct_name\tbrands\tserving_size\n9520000000011\tOats\tA\t30 g\n",
    "\u{FEFF}code\tproduct_name\tsugars_100g\tsalt_100g\n9520000000011\tOats\t1\t1\n",
  ])
  func aDumpWithoutEnergyAndNutrientsIsRefused(dump: String) throws {
    let fixture = try CatalogueFixture()
    try fixture.load(CatalogueFixture.dump(CatalogueFixture.foods))
    let before = try ProjectFiles.bytes(fixture.path)
    let path = try fixture.folder.write(Array(dump.utf8), to: "names.csv")
    for work in [{ try fixture.importer.run(path) }, { try fixture.importer.update(path) }] {
      let error = #expect(throws: CatalogueError.self) { try work() }
      #expect(error?.code == .notADump && error?.message == "\(path) has no column of energy or nutrients: its foods would have no values")
    }
    #expect(try ProjectFiles.bytes(fixture.path) == before)
  }

  @Test(
    arguments: [
      ("as much", 1000, 900, 1000, 900, false, false), ("half", 1000, 450, 1000, 900, false, false),
      ("less than half", 1000, 449, 1000, 900, false, true), ("fewer foods", 400, 400, 1000, 1000, false, true),
      ("fewer foods by a filter", 40, 40, 1000, 1000, true, false), ("a smaller part by a filter", 100, 40, 1000, 900, true, true),
      ("nothing", 0, 0, 1000, 900, false, true), ("nothing by a filter", 0, 0, 1000, 900, true, false),
      ("more than nothing", 10, 0, 10, 0, false, false), ("more", 2000, 1900, 1000, 900, false, false),
    ] as [(String, Int64, Int64, Int64, Int64, Bool, Bool)])
  func farLessIsLessThanHalf(
    id: String, foods: Int64, withEnergy: Int64, oldFoods: Int64, oldWithEnergy: Int64, isFiltered: Bool, isFarLess: Bool
  ) {
    let filter = FoodFilter(countries: isFiltered ? ["france"] : [])
    let new = CatalogueKnowledge(foods: foods, withEnergy: withEnergy, filter: filter)
    #expect(new.isFarLess(than: CatalogueKnowledge(foods: oldFoods, withEnergy: oldWithEnergy, filter: FoodFilter())) == isFarLess, "\(id)")
  }

  @Test func foodsThatKnowFarLessAskFirst() throws {
    let fixture = try CatalogueFixture()
    try fixture.load(CatalogueFixture.dump(CatalogueFixture.foods))
    let before = try ProjectFiles.bytes(fixture.path)
    let names = CatalogueFixture.foods.map { ["code": $0["code"] ?? "", "product_name": $0["product_name"] ?? ""] }
    let dump = try fixture.folder.write(CatalogueFixture.dump(names), to: "names.csv")
    let losses = Mutex<[CatalogueLoss]>([])
    func load(_ isAccepted: Bool) throws {
      _ = try CatalogueImport(
        fixture.path, nowMs: 1,
        accepts: { loss in
          losses.withLock { $0.append(loss) }; return isAccepted
        }
      ).run(dump)
    }
    #expect(throws: CancellationError.self) { try load(false) }
    #expect(try ProjectFiles.bytes(fixture.path) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted() == [
        "dump.csv", "foods.db", "foods.db.lock", "names.csv",
      ])
    try load(true)
    #expect(try fixture.catalog.status()?.withEnergy == 0)
    // The same again loses nothing.
    try load(false)
    let old = CatalogueKnowledge(foods: 5, withEnergy: 3, filter: FoodFilter())
    let new = CatalogueKnowledge(foods: 5, withEnergy: 0, filter: FoodFilter())
    #expect(
      losses.withLock { $0 } == [
        CatalogueLoss(source: .openFoodFacts, old: old, new: new), CatalogueLoss(source: .openFoodFacts, old: old, new: new),
      ])
  }

  @Test func aDownloadThatKnowsFarLessAsks() throws {
    var fixture = try USDAFixture()
    try fixture.load()
    fixture.files["food_nutrient.csv"] = fixture.files["food_nutrient.csv"]?.split(separator: "\n").first.map { $0 + "\n" }
    let path = try fixture.write()
    let importer = CatalogueImport(fixture.catalogue.path, nowMs: 1, accepts: { loss in loss.new.withEnergy > 0 })
    #expect(throws: CancellationError.self) { try importer.run(path) }
    #expect(try fixture.catalogue.catalog.status()?.usda?.withEnergy == 2)
  }

  @Test func bytesOfAByteOrderMarkAreNoPartOfADump() throws {
    let fixture = try CatalogueFixture()
    let line = #"{"code":"9520000000011","product_name":"Oats","nutriments":{"energy-kcal_100g":370}}"#
    #expect(try fixture.load([0xEF, 0xBB, 0xBF] + Array(line.utf8)).imported == 1)
    #expect(try fixture.load([0xEF, 0xBB, 0xBF] + CatalogueFixture.dump(CatalogueFixture.foods)).imported == 5)
  }

  @Test func whatDecidesAboutAnEnergyIsKept() throws {
    let fixture = try CatalogueFixture()
    let tsv = """
      code\tproduct_name\tcategories_tags\tenergy-kcal_100g\talcohol_100g\tpolyols_100g\terythritol_100g
      9520000000011\tWine\ten:beverages,en:alcoholic-beverages\t83\t11\t\t
      9520000000028\tGum\ten:chewing-gum\t156\t\t65\t1
      9520000000035\tLemonade\ten:non-alcoholic-beverages\t40\t-1\t\t
      """
    try fixture.load(Array(tsv.utf8))
    func given(_ number: Int64) throws -> GivenNutrition? { try fixture.catalog.food(.test(number))?.product.nutrition.per100g }
    let wine = GivenNutrition(values: Nutrition(energyKcal: 83), others: EnergyNutrients(alcoholMl: 11), kind: .alcoholic)
    #expect(try given(9_520_000_000_011) == wine)
    let gum = GivenNutrition(values: Nutrition(energyKcal: 156), others: EnergyNutrients(polyolsG: 65, erythritolG: 1), kind: .withPolyols)
    #expect(try given(9_520_000_000_028) == gum)
    #expect(try given(9_520_000_000_035) == GivenNutrition(values: Nutrition(energyKcal: 40)))
    let estimates = #"""
      {"code":"9520000000011","product_name":"Nut bar","nutrition":{"aggregated_set":{"per":"100g","nutrients":{"fiber":{"value":9,"unit":"g","source":"estimate"}}}}}
      """#
    try fixture.load(Array(estimates.utf8))
    #expect(try given(9_520_000_000_011) == GivenNutrition(values: Nutrition(fiberG: 9), estimates: .nutrients))
  }

  @Test func namesInEveryLanguageAreFound() throws {
    let fixture = try CatalogueFixture()
    let lines = [
      #"{"code":"9520000000011","lang":"xx","product_name":"","product_name_it":"Biscotti al farro","nutriments":{"energy-kcal_100g":380}}"#,
      #"{"code":"9520000000028","lang":"en","product_name":"Peanut butter","product_name_nl":"Pindakaas","nutriments":{"energy-kcal_100g":600}}"#,
    ]
    let dump = try fixture.folder.write(Array(lines.joined(separator: "\n").utf8), to: "dump.jsonl")
    func names(_ text: String) throws -> [String?]? { try fixture.catalog.search(text, limit: 5)?.foods.map(\.product.name) }
    _ = try fixture.importer.run(dump)
    #expect(try names("farro") == ["Biscotti al farro"] && names("peanut") == ["Peanut butter"] && names("pindakaas") == ["Peanut butter"])
    let update = try fixture.folder.write(Array(lines[1].replacing("Pindakaas", with: "Notenpasta").utf8), to: "delta.jsonl")
    _ = try fixture.importer.update(update)
    #expect(try names("pindakaas") == [] && names("notenpasta") == ["Peanut butter"])
    _ = try CatalogueImport(fixture.path, nowMs: 1, language: "nl").run(dump)
    #expect(try names("pindakaas") == ["Pindakaas"] && names("peanut") == ["Pindakaas"])
  }
}

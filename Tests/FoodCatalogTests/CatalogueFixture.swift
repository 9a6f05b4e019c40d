import FoodCatalog
import Gzip
import HealthModel
import TestSupport

/// A small dump and the catalogue that is made of it, in a folder of the test's own.
struct CatalogueFixture {
  let folder: TemporaryFolder
  var path: String { folder.file("foods.db") }
  var catalog: FoodCatalog { FoodCatalog(path: path) }

  init() throws { folder = try TemporaryFolder() }

  /// The columns of the test's dump: some of those of the real one, in another order.
  static let header = [
    "code", "url", "product_name", "generic_name", "quantity", "brands", "countries_tags", "serving_size", "serving_quantity",
    "no_nutrition_data", "unique_scans_n", "completeness", "last_modified_t", "energy-kj_100g", "energy-kcal_100g", "energy_100g",
    "fat_100g", "saturated-fat_100g", "carbohydrates_100g", "sugars_100g", "fiber_100g", "proteins_100g", "salt_100g", "sodium_100g",
    "vitamin-c_100g",
  ]

  /// A line with these cells, all others empty.
  static func line(_ cells: [String: String]) -> String { header.map { cells[$0] ?? "" }.joined(separator: "\t") }

  /// A dump with these lines behind the header.
  static func dump(_ lines: [String]) -> [UInt8] { Array(([header.joined(separator: "\t")] + lines).joined(separator: "\n").utf8) + [0x0A] }

  static func dump(_ foods: [[String: String]]) -> [UInt8] { dump(foods.map(line)) }

  /// Foods with GS1's demo prefix 952.
  static let foods: [[String: String]] = [
    [
      "code": "9520000000011", "product_name": "Crème de marrons", "brands": "Ardèche, Autre", "quantity": "500 g", "serving_size": "30 g",
      "countries_tags": "en:france,en:belgium", "unique_scans_n": "12", "completeness": "0.8", "last_modified_t": "1700000000",
      "energy-kcal_100g": "260", "energy_100g": "1088", "fat_100g": "0.3", "carbohydrates_100g": "62", "sugars_100g": "58",
      "proteins_100g": "1.1", "salt_100g": "0.02",
    ],
    [
      "code": "9520000000028", "product_name": "Milk Chocolate", "brands": "Kakaohaus", "countries_tags": "en:germany",
      "unique_scans_n": "900", "energy-kj_100g": "2230", "fat_100g": "31", "carbohydrates_100g": "57", "proteins_100g": "7",
      "sodium_100g": "0.08",
    ],
    [
      "code": "9520000000035", "product_name": "Chocolat noir 70%", "brands": "Kakaohaus", "countries_tags": "en:france",
      "unique_scans_n": "500", "energy-kcal_100g": "580",
    ],
    ["code": "9520000000042", "product_name": "纯牛奶", "brands": "", "unique_scans_n": "3"],
    ["code": "9520000000059", "product_name": "", "brands": "Namenlos", "unique_scans_n": "1"],
  ]

  /// Imports a dump.
  @discardableResult
  func load(_ bytes: [UInt8], filter: FoodFilter = FoodFilter(), name: String = "dump.csv") throws -> ImportReport {
    try importer.run(folder.write(bytes, to: name), filter: filter)
  }

  var importer: CatalogueImport { CatalogueImport(path, nowMs: 1_750_000_000_000) }
}

extension GTIN {
  /// A number of a test.
  static func test(_ number: Int64) throws -> GTIN {
    guard let gtin = GTIN(number: number) else { throw NoNumber() }
    return gtin
  }

  struct NoNumber: Error {}
}

import Foundation
import HealthModel
import TestSupport
import Testing

@testable import Products

/// Searches of the product file by name.
@Suite struct ProductCatalogTests {
  private let folder: TemporaryFolder
  private let catalog = ProductCatalog()

  init() throws { folder = try TemporaryFolder() }

  private func write(_ rows: [String]) throws -> String {
    try folder.write(Array((["code\tname\tbrand\tenergy_kcal_100g"] + rows).joined(separator: "\n").utf8), to: "foods.tsv")
  }

  private func names(_ words: String..., in path: String, most: Int = 10) throws -> [String] {
    try catalog.products(with: words, in: path, most: most).map(\.name)
  }

  @Test func allWordsMustBeThereInNameBrandOrCode() throws {
    let path = try write([
      "9520000000004\tOat Crunch\tHaferlund\t370", "9520000000011\tÉclair\tPâtisserie\t260", "9520000000028\tOat drink\tHaferlund\t45",
    ])
    #expect(try names("oat", in: path) == ["Oat Crunch", "Oat drink"])
    #expect(try names("HAFER", "dr", in: path) == ["Oat drink"])
    #expect(try names("ÉCLAIR", in: path) == ["Éclair"] && names("pâtisserie", in: path) == ["Éclair"])
    #expect(try names("952000000001", in: path) == ["Éclair"])
    #expect(try names("oat", "éclair", in: path).isEmpty && names("crunchhaferlund", in: path).isEmpty)
    #expect(try names(in: path).isEmpty && names("", in: path).isEmpty && names("\n", in: path).isEmpty)
    #expect(try names("a", in: path, most: 1) == ["Oat Crunch"])
  }

  @Test func aChangedFileIsReadAgain() throws {
    let path = try write(["9520000000004\tOats\t\t370"])
    #expect(try names("oats", in: path) == ["Oats"])
    try FileManager.default.removeItem(atPath: path)
    _ = try write(["9520000000004\tOat flakes\t\t370"])
    #expect(try names("oat", in: path) == ["Oat flakes"])
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: ProductError.self) { try names("oat", in: path) }
    _ = try write(["9520000000004\tOats\t\tmany"])
    #expect(throws: ProductError.self) { try names("oat", in: path) }
  }

  @Test func manyProductsAreSearched() throws {
    let digits = { (number: Int) in String(9_520_000_000_000 + number).dropLast() }
    let path = try write((0..<3000).map { "\(digits($0 * 10))\tFood \($0) \($0.isMultiple(of: 1000) ? "rare" : "common")\t\t1" })
    #expect(try names("rare", in: path) == ["Food 0 rare", "Food 1000 rare", "Food 2000 rare"])
    #expect(try names("food", "common", in: path, most: 20).count == 20)
    #expect(try names("food", "2999", in: path) == ["Food 2999 common"])
  }
}

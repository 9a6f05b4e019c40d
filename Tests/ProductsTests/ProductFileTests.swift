import HealthModel
import TestSupport
import Testing

@testable import Products

@Suite struct ProductFileTests {
  static let header =
    "code\tname\tbrand\tquantity\tserving\tserving_g\tenergy_kcal_100g\tprotein_g_100g\tcarbs_g_100g\tfat_g_100g\tsalt_g_100g"

  func file(_ text: String) throws(ProductError) -> ProductFile { try ProductFile(bytes: Array(text.utf8), name: "foods.tsv") }

  func product(_ file: ProductFile, _ number: Int64) async throws -> Product? {
    guard case .found(let product) = try await file.answer(for: .test(number)) else { return nil }
    return product
  }

  @Test func columnsAreBoundByName() async throws {
    let file = try file(Self.header + "\n9520000000004\tOat bar\tDemo\t45 g\t1 bar (45 g)\t\t412\t8.1\t60\t14.2\t\n")
    let oats = try #require(try await product(file, 9_520_000_000_004))
    #expect(oats.name == "Oat bar")
    #expect(oats.brand == "Demo")
    #expect(oats.servingText == "1 bar (45 g)")
    #expect(oats.servingG == 45)
    #expect(oats.per100g == Nutrition(energyKcal: 412, proteinG: 8.1, carbsG: 60, fatG: 14.2))
    #expect(oats.source == "product_file")
    #expect(oats.doubts == [])
    #expect(try await file.answer(for: .test(9_520_000_000_011)) == .notFound)
  }

  @Test func otherOrderExtraColumnsMarksOfWindowsAndBlankLines() async throws {
    let file = try file("\u{FEFF}shelf\tName\tCODE\r\nB2\tTea\t0009520000000004\r\n\r\n\t\t\r\nC\tCola\t96385074\r\n")
    #expect(file.count == 2)
    #expect(try await product(file, 9_520_000_000_004)?.name == "Tea")
    let cola = try #require(try await product(file, 96_385_074))
    #expect(cola.per100g == nil && cola.servingG == nil && cola.brand == nil)
  }

  @Test func namesOfTheDump() async throws {
    let file = try file(
      "code\tproduct_name\tbrands\tserving_size\tserving_quantity\tenergy-kj_100g\tenergy_100g\tproteins_100g\tsaturated-fat_100g\tfat_100g\n"
        + "9520000000004\tOil\tA,B\t.1 l\t10000\t3700\t\t0\t100\t14\n" + "9520000000004\tOil again\t\t\t\t\t\t\t\t\n"
        + "1234567890123456\tno GTIN\t\t\t\t\t\t\t\t\n" + "9520000000011\t\t\t\t\t\t418.4\t\t\t\n")
    let oil = try #require(try await product(file, 9_520_000_000_004))
    #expect(oil.name == "Oil")
    #expect(oil.brand == "A")
    #expect(oil.servingG == 100)
    #expect(oil.per100g?.energyKcal == 884.3)
    #expect(oil.doubts == [.saturatedOverFat])
    let nameless = try #require(try await product(file, 9_520_000_000_011))
    #expect(nameless.name == "9520000000011")
    #expect(nameless.per100g?.energyKcal == 100)
    #expect(file.count == 2)
  }

  @Test func doubtfulValuesAreFlagged() async throws {
    let file = try file("code\tname\tprotein_g_100g\tcarbs_g_100g\tfat_g_100g\n9520000000012\tA\t-1\t2\t3\n")
    let product = try #require(try await product(file, 9_520_000_000_012))
    #expect(product.per100g == Nutrition(carbsG: 2, fatG: 3))
    #expect(product.doubts == [.negative, .badCheckDigit])
  }

  @Test(arguments: [
    ("", "foods.tsv:1 doesn't name the columns code and name, separated by tabs"),
    ("code,name\n1,2\n", "foods.tsv:1 doesn't name the columns code and name, separated by tabs"),
    ("code\tname\n9520000000004\tA\n\tB\n", "foods.tsv:3 has no code"),
    ("code\tname\n\nabc\tA\n", "foods.tsv:3 has the code abc, which isn't a number of at most 14 digits"),
    ("code\tname\n123456789012345\tA\n", "foods.tsv:2 has the code 123456789012345, which isn't a number of at most 14 digits"),
    ("code\tname\n9520000000004\t \n", "foods.tsv:2 has no name"),
    ("code\tname\n9520000000004\n", "foods.tsv:2 has no name"),
    ("code\tname\n9520000000004\tA\tB\n", "foods.tsv:2 has 3 cells, the header has 2"),
    ("code\tname\n9520000000004\tA\n09520000000004\tB\n", "foods.tsv:3 has the code 9520000000004 of line 2 again"),
    ("code\tname\tfat_g_100g\n9520000000004\tA\tmuch\n", "foods.tsv:2 has \"much\" in fat_g_100g, which isn't a number"),
  ]) func wrongLinesAreNamed(text: String, message: String) throws {
    let error = #expect(throws: ProductError.self) { try file(text) }
    #expect(error?.message == message)
    #expect(error?.kind == .badData)
  }

  @Test func bytesThatAreNoText() throws {
    let error = #expect(throws: ProductError.self) { try ProductFile(bytes: Array("code\tname\n1\t".utf8) + [0xFF, 0xFE], name: "x") }
    #expect(error?.message == "x:2 isn't UTF-8")
  }

  @Test func filesThatCannotBeRead() throws {
    let folder = try TemporaryFolder()
    let missing = #expect(throws: ProductError.self) { try ProductFile(contentsOf: folder.file("none.tsv")) }
    #expect(missing?.kind == .noInput)
    #expect(missing?.message == "the product file \(folder.file("none.tsv")) can't be read: no such file or directory")
    let isFolder = #expect(throws: ProductError.self) { try ProductFile(contentsOf: folder.path) }
    #expect(isFolder?.kind == .noInput)
    let good = try folder.write(Array("code\tname\n9520000000004\tA".utf8), to: "good.tsv")
    #expect(try ProductFile(contentsOf: good).count == 1)
    #expect(try ProductFile(contentsOf: good).name == good)
  }
}

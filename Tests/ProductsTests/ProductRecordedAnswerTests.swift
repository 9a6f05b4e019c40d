import HealthModel
import TestSupport
import Testing

@testable import Products

/// Answers that Open Food Facts really gave, from `../shared/data`; skipped when it isn't there.
@Suite(.enabled(if: ProjectFiles.sharedData("openfoodfacts/api") != nil)) struct ProductRecordedAnswerTests {
  static func answers(_ folder: String) throws -> [(file: String, json: JSON)] {
    let path = try #require(ProjectFiles.sharedData("openfoodfacts/api/" + folder))
    return try Files.names(in: path).map { ($0, try JSON(parsing: ProjectFiles.bytes(path + "/" + $0))) }
  }

  @Test func eachRecordedProductDecodes() throws {
    let answers = try Self.answers("products")
    #expect(answers.count > 100)
    var withEnergy = 0
    for (file, product) in answers {
      let code = product["code"].string ?? product["_id"].string ?? ""
      // Three of them have more digits than a GTIN.
      guard let gtin = GTIN(digits: code) else { continue }
      let envelope = JSON.object([("code", .string(code)), ("product", product), ("status", .number("1"))])
      guard case .found(let found) = OpenFoodFactsAnswer(envelope, askedFor: gtin, language: "fr") else {
        Issue.record("\(file): not found")
        continue
      }
      #expect(!found.name.isEmpty, "\(file)")
      for nutrition in [found.per100g, found.perServing].compactMap({ $0 }) {
        for (name, path) in Nutrition.fields {
          if let value = nutrition[keyPath: path] { #expect(value >= 0 && value.isFinite, "\(file) \(name)") }
        }
      }
      guard let per100g = found.per100g else { continue }
      if let kcal = per100g.energyKcal {
        withEnergy += 1
        #expect((0...900).contains(kcal) || !found.doubts.isEmpty, "\(file): \(kcal) kcal without a doubt")
        if let macros = ExpectedEnergy(of: GivenNutrition(values: per100g))?.known, abs(macros - kcal) > 100 + 0.5 * macros {
          #expect(!found.doubts.isEmpty, "\(file): \(kcal) kcal, \(macros) by the macros, without a doubt")
        }
      }
      if let serving = found.servingG { #expect(serving > 0 && serving <= 20_000, "\(file)") }
    }
    #expect(withEnergy >= 75, "\(withEnergy)")
  }

  @Test func eachRecordedEnvelopeDecodes() throws {
    for (file, recorded) in try Self.answers("responses") {
      let envelope = try recorded["body"].string.map { try JSON(parsing: $0) } ?? (recorded["body"].isNull ? recorded : recorded["body"])
      let gtin = try #require(GTIN(digits: envelope["code"].string ?? ""))
      switch OpenFoodFactsAnswer(envelope, askedFor: gtin, language: nil) {
      case .found(let product):
        #expect(!file.contains("not_found"), "\(file)")
        #expect(!product.name.isEmpty, "\(file)")
      case .notFound: #expect(file.contains("not_found"), "\(file)")
      case .other, .unreadable: Issue.record("\(file): can't be read")
      }
    }
  }

  @Test func linesOfTheRealDumpAreAProductFile() async throws {
    let path = try #require(ProjectFiles.sharedData("openfoodfacts/off_dump_2024_1000rows.tsv"))
    let file = try ProductFile(contentsOf: path)
    #expect(file.count > 900)
  }
}

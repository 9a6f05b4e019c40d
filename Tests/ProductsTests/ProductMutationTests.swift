import HealthModel
import TestSupport
import Testing

@testable import Products

/// Answers and texts with random damage: whatever comes, it is read or refused, and what is read makes sense.
@Suite struct ProductMutationTests {
  static let answer = #"""
    {"code":"9520000000004","status":1,"product":{"code":"9520000000004","product_name":"Oat &amp; honey","brands":"A,B","lang":"en",
    "serving_size":"1 bar (45 g)","serving_quantity":"45","nutriments":{"energy-kcal_100g":412,"energy_100g":"1724","proteins_100g":8.1,
    "carbohydrates_100g":60,"sugars_100g":-21,"fat_100g":14.2,"salt_100g":"<0.1","energy-kcal_serving":185},"rev":7,
    "nutrition":{"aggregated_set":{"per":"100g","nutrients":{"energy":{"value":1724,"unit":"kJ"}}}}}}
    """#
  static let pieces = [
    "null", "\"\"", "-1", "1e999", "-1e308", "0", "\"nan\"", "\"1,000,000\"", "[]", "{}", "true", "\"\\u0000\\u202e\"", ",", "\"", "}",
    "9999999999999999999999",
  ].map { Array($0.utf8) }

  @Test(arguments: 0..<8) func damagedAnswers(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let gtin = GTIN.test(9_520_000_000_004)
    var readable = 0
    for _ in 0..<250 {
      var bytes = Array(Self.answer.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        // Values are replaced whole more often than bytes are, so that much of it is still JSON.
        let colons = bytes.indices.filter { bytes[$0] == UInt8(ascii: ":") }
        if let colon = colons.randomElement(using: &generator), Int.random(in: 0..<5, using: &generator) > 0 {
          let end = bytes[(colon + 1)...].firstIndex { ",}".utf8.contains($0) } ?? bytes.endIndex
          bytes.replaceSubrange((colon + 1)..<end, with: Self.pieces.randomElement(using: &generator) ?? [])
        } else {
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      guard let json = try? JSON(parsing: bytes) else { continue }
      readable += 1
      guard case .found(let product) = OpenFoodFactsAnswer(json, askedFor: gtin, language: "fr") else { continue }
      #expect(!product.name.isEmpty)
      #expect(product.servingG.map { $0 > 0 && $0 <= 20_000 } ?? true)
      for nutrition in [product.per100g, product.perServing].compactMap({ $0 }) {
        #expect(Nutrition.fields.allSatisfy { nutrition[keyPath: $0.path].map { $0 >= 0 && $0.isFinite } ?? true })
      }
    }
    #expect(readable > 50)
  }

  @Test(arguments: 0..<4) func servingsOfAnyCharacters(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("0123456789.,/x×*()[] glmkfoz.é≈\u{301}")
    for _ in 0..<1500 {
      let text = String((0..<Int.random(in: 0...14, using: &generator)).map { _ in alphabet.randomElement(using: &generator) ?? "0" })
      if let grams = ServingText.grams(text) { #expect(grams >= 0 && grams <= 20_000, "\(text.debugDescription)") }
    }
  }
}

import HealthModel
import Testing

@testable import Products

/// Envelopes and product objects of Open Food Facts, invented ones in the shapes of all versions.
@Suite struct ProductAnswerTests {
  let gtin = GTIN.test(9_520_000_000_004)

  func answer(_ text: String, language: String? = nil) throws -> OpenFoodFactsAnswer {
    OpenFoodFactsAnswer(try JSON(parsing: text), askedFor: gtin, language: language)
  }

  func product(_ fields: String, language: String? = nil) throws -> Product {
    let answer = try answer(#"{"code":"9520000000004","status":1,"product":{\#(fields)}}"#, language: language)
    guard case .found(let product) = answer else {
      Issue.record("not found: \(fields)")
      return Product(gtin: gtin, name: "-", source: "-")
    }
    return product
  }

  @Test(arguments: [
    ("v2 found", #"{"code":"9520000000004","status":1,"product":{"product_name":"A"}}"#, "found"),
    ("status as text", #"{"code":"9520000000004","status":"1","product":{"product_name":"A"}}"#, "found"),
    ("code as number", #"{"code":9520000000004,"status":1,"product":{"product_name":"A"}}"#, "found"),
    ("code with zeros", #"{"code":"09520000000004","status":1,"product":{}}"#, "found"),
    ("v3 found", #"{"code":"9520000000004","status":"success","result":{"id":"product_found"},"product":{}}"#, "found"),
    ("v3 with warnings", #"{"code":"9520000000004","status":"success_with_warnings","product":{}}"#, "found"),
    ("v2 missing", #"{"code":"9520000000004","status":0,"status_verbose":"product not found"}"#, "missing"),
    ("v3 missing", #"{"code":"9520000000004","status":"failure","result":{"id":"product_not_found"}}"#, "missing"),
    (
      "another kind of product", #"{"status":"failure","result":{"id":"product_found_with_a_different_product_type"},"errors":[]}"#,
      "missing"
    ),
    (
      "the same without a result",
      #"{"status":"failure","errors":[{"message":{"id":"product_found_with_a_different_product_type"},"field":{"value":"beauty"}}]}"#,
      "missing"
    ),
    ("another code", #"{"code":"9520000000011","status":1,"product":{}}"#, "other"),
    ("another code inside", #"{"code":"9520000000004","status":1,"product":{"code":"9520000000011"}}"#, "other"),
    ("no code at all", #"{"status":1,"product":{}}"#, "found"),
    ("found without product", #"{"code":"9520000000004","status":1}"#, "unreadable"),
    ("another failure", #"{"status":"failure","errors":[]}"#, "unreadable"),
    ("something else", "[]", "unreadable"), ("an error", #"{"error":"busy"}"#, "unreadable"),
  ]) func envelopes(id: String, text: String, expected: String) throws {
    let seen =
      switch try answer(text) {
      case .found: "found"
      case .notFound: "missing"
      case .other: "other"
      case .unreadable: "unreadable"
      }
    #expect(seen == expected, "\(id)")
  }

  @Test(arguments: [
    (#""product_name":"Main","product_name_fr":"French""#, "French"),
    (#""product_name":"Main","product_name_fr":" ","product_name_nl":"Dutch""#, "Main"),
    (#""product_name":"","lang":"xx","product_name_it":"Italian","brands":"Brand""#, "Italian"),
    (#""product_name":"","product_name_nl":"Dutch","product_name_it":"Italian""#, "Italian"),
    (#""product_name":"","product_name_it_debug_tags":"no","product_name_":"no","brands":"Brand""#, "Brand"),
    (#""product_name":"","generic_name_de":"Generic German","brands":"Brand""#, "Generic German"),
    (
      #""product_name":"Rock &#039;n&#x27; roll &quot;bar&quot; caf&eacute; &bogus; &#xFFFFFFFF;""#,
      "Rock 'n' roll \"bar\" café &bogus; &#xFFFFFFFF;"
    ), (#""product_name":"","product_name_fr":"French""#, "French"),
    (#""product_name":null,"lang":"de","product_name_de":"German","product_name_en":"English""#, "German"),
    (#""product_name_en":"English","generic_name":"Generic""#, "English"), (#""product_name":"  ","generic_name":"Generic""#, "Generic"),
    (#""brands":"Brand, Other""#, "Brand"), (#""brands":"""#, "9520000000004"), (#""product_name":42"#, "42"),
  ]) func names(fields: String, name: String) throws { #expect(try product(fields, language: "fr").name == name) }

  @Test func numbersAreNumbersHoweverTheyAreWritten() throws {
    let product = try product(
      #"""
      "product_name":"A","nutriments":{"energy-kcal_100g":"539","energy_100g":2255,"proteins_100g":6.3,"carbohydrates_100g":"57,5",
      "fat_100g":"","sugars_100g":null,"saturated-fat_100g":"< 0.5","sodium_100g":"0.0428"},"serving_size":"15 g","serving_quantity":0,
      "quantity":"350 g","brands":"B","rev":42,"image_front_small_url":"https://img.example/a.jpg"
      """#)
    let expected = Nutrition(energyKcal: 539, proteinG: 6.3, carbsG: 57.5, saturatedFatG: 0.5, saltG: 0.107)
    #expect(product.per100g?.energyKcal == expected.energyKcal)
    #expect(product.per100g?.carbsG == expected.carbsG)
    #expect(product.per100g?.fatG == nil)
    #expect(product.per100g?.sugarsG == nil)
    #expect(product.per100g?.saturatedFatG == 0.5)
    #expect(abs((product.per100g?.saltG ?? 0) - 0.107) < 1e-9)
    #expect(product.servingG == 15)
    #expect(product.quantity == "350 g")
    #expect(product.revision == "42")
    #expect(product.imageURL == "https://img.example/a.jpg")
    #expect(product.source == "open_food_facts")
    #expect(product.doubts == [])
  }

  @Test func preparedValuesAreUsedWhenThereAreNoOthersAndSaidToBe() throws {
    let prepared = #""energy-kcal_prepared_100g":60,"proteins_prepared_100g":2"#
    let product = try product(#""product_name":"Soup","nutriments":{\#(prepared)}"#)
    #expect(product.per100g?.energyKcal == 60)
    #expect(product.doubts == [.preparedOnly])
    let both = try self.product(#""product_name":"Soup","nutriments":{\#(prepared),"energy-kcal_100g":350}"#)
    #expect(both.per100g?.energyKcal == 350)
    #expect(both.doubts == [])
  }

  @Test func valuesOnlyPerServingStayPerServing() throws {
    let product = try product(
      #""product_name":"Tea","nutriments":{"energy-kcal_serving":4,"energy_serving":"17"},"serving_size":"1 bag (1.5 g)""#)
    #expect(product.per100g == nil)
    #expect(product.perServing?.energyKcal == 4)
    #expect(product.servingG == 1.5)
    #expect(product.doubts == [])
  }

  @Test func newSchemaIsReadWithItsUnits() throws {
    let product = try product(
      #"""
      "product_name":"A","schema_version":1003,"nutrition":{"aggregated_set":{"per":"100ml","preparation":"as_sold","nutrients":{
      "energy":{"value_computed":180,"unit":"kJ"},"energy-kcal":{"value":"43","unit":"kcal"},"proteins":{"value":100,"unit":"mg"},
      "carbohydrates":{"value":10.6,"unit":"g"},"sugars":{"value":10.6},"fat":{"value":0,"unit":"g"},"sodium":{"value":4,"unit":"mg"},
      "fiber":{"value":1,"unit":"% DV"}}}}
      """#)
    #expect(product.per100g?.energyKcal == 43)
    #expect(product.per100g?.proteinG == 0.1)
    #expect(product.per100g?.sugarsG == 10.6)
    #expect(abs((product.per100g?.saltG ?? 0) - 0.01) < 1e-12)
    #expect(product.per100g?.fiberG == nil)
    #expect(product.doubts == [])
  }

  @Test func newSchemaPerServingAndPrepared() throws {
    let product = try product(
      #"""
      "product_name":"A","nutrition":{"aggregated_set":{"per":"serving","preparation":"prepared","nutrients":{
      "energy":{"value":418.4,"unit":"kJ"}}}}
      """#)
    #expect(product.per100g == nil)
    #expect(product.perServing?.energyKcal == 100)
    #expect(product.doubts == [.preparedOnly])
  }

  @Test func productWithoutNutritionIsStillAProduct() throws {
    for fields in [#""product_name":"A""#, #""product_name":"A","nutriments":{}"#, #""product_name":"A","nutriments":[]"#] {
      let product = try product(fields)
      #expect(product.per100g == nil && product.perServing == nil && product.doubts == [])
    }
    let marked = try product(#""product_name":"A","no_nutrition_data":"on","nutriments":{"energy-kcal_100g":0}"#)
    #expect(marked.per100g == nil)
  }

  @Test func wrongShapesAreNotKnown() throws {
    let product = try product(
      #""product_name":["x"],"brands":{"a":1},"quantity":true,"serving_size":[],"serving_quantity":-3,"nutriments":"none","rev":null"#)
    #expect(product.name == "9520000000004")
    #expect(product.brand == nil && product.quantity == nil && product.servingText == nil && product.servingG == nil)
    #expect(product.revision == nil)
  }

  @Test func namesInOtherLanguagesAreKeptForSearches() throws {
    let json = try JSON(
      parsing: #"{"product_name":"Peanut butter","product_name_en":"Peanut butter","product_name_nl":"Pindakaas","product_name_fr":" "}"#)
    #expect(OpenFoodFactsProduct(json, language: nil).name == "Peanut butter")
    #expect(OpenFoodFactsProduct(json, language: nil).otherNames == ["Pindakaas"])
    #expect(OpenFoodFactsProduct(json, language: "nl").name == "Pindakaas")
    #expect(OpenFoodFactsProduct(json, language: "nl").otherNames == ["Peanut butter"])
  }

  @Test(
    arguments: [
      ("as entered per 100 g", #""nutrition_data_per":"100g","nutriments":{"energy-kcal":380,"proteins_100g":8}"#, 380, nil),
      ("as entered per serving", #""nutrition_data_per":"serving","nutriments":{"energy-kcal":95}"#, nil, 95),
      ("in kJ", #""nutrition_data_per":"100g","nutriments":{"energy":1590,"energy_unit":"kJ"}"#, 380, nil),
      ("of an unknown amount", #""nutriments":{"energy-kcal":380,"proteins_100g":8}"#, nil, nil),
      ("of a package", #""nutrition_data_per":"package","nutriments":{"energy-kcal":1900,"proteins_100g":8}"#, nil, nil),
      ("beside a value with its basis", #""nutrition_data_per":"100g","nutriments":{"energy-kcal":95,"energy-kcal_100g":380}"#, 380, nil),
      ("per serving beside 100 g", #""nutrition_data_per":"serving","nutriments":{"energy-kcal":95,"energy-kcal_100g":380}"#, 380, 95),
      (
        "of the prepared product", #""nutrition_data_prepared_per":"100g","nutriments":{"energy-kcal_prepared":60,"energy-kcal":350}"#, 60,
        nil
      ),
    ] as [(String, String, Double?, Double?)])
  func energiesWithoutABasisAreOfTheAmountThatWasEntered(id: String, fields: String, per100g: Double?, perServing: Double?) throws {
    let product = try product(#""product_name":"A",\#(fields)"#)
    #expect(product.per100g?.energyKcal == per100g, "\(id)")
    #expect(product.perServing?.energyKcal == perServing, "\(id)")
  }

  @Test(
    arguments: [
      (
        "flat, % vol", #""nutriments":{"alcohol_100g":11,"proteins_100g":0.1,"carbohydrates_100g":5.1,"fat_100g":0,"energy-kcal_100g":83}"#,
        []
      ),
      (
        "flat, in grams",
        #""nutriments":{"alcohol_100g":8.7,"alcohol_unit":"g","proteins_100g":0.1,"carbohydrates_100g":5.1,"fat_100g":0,"energy-kcal_100g":83}"#,
        []
      ),
      (
        "by its category",
        #""categories_tags":["en:alcoholic-beverages"],"nutriments":{"proteins_100g":0.1,"carbohydrates_100g":5.1,"fat_100g":0,"energy-kcal_100g":83}"#,
        [.energyUnexplained]
      ),
      (
        "aggregated, % vol",
        #"""
        "nutrition":{"aggregated_set":{"per":"100ml","nutrients":{"alcohol":{"value":11,"unit":"% vol"},"proteins":{"value":0.1,"unit":"g"},
        "carbohydrates":{"value":5.1,"unit":"g"},"fat":{"value":0,"unit":"g"},"energy-kcal":{"value":83,"unit":"kcal"}}}}
        """#, []
      ),
    ] as [(String, String, [Doubt])])
  func alcoholIsReadInEachShape(id: String, fields: String, doubts: [Doubt]) throws {
    let product = try product(#""product_name":"A",\#(fields)"#)
    #expect(product.per100g?.energyKcal == 83 && product.doubts == doubts, "\(id)")
  }

  @Test func estimatesAreDoubts() throws {
    func doubts(_ energy: String, _ fiber: String) throws -> [Doubt] {
      try product(
        #"""
        "product_name":"Nut bar","nutrition":{"aggregated_set":{"per":"100g","nutrients":{
        "energy-kcal":{"value":380,"unit":"kcal","source":"\#(energy)"},"fiber":{"value":9.9,"unit":"g","source":"\#(fiber)"}}}}
        """#
      ).doubts
    }
    #expect(try doubts("packaging", "packaging") == [])
    #expect(try doubts("packaging", "estimate") == [.partlyEstimated])
    #expect(try doubts("estimate", "packaging") == [.estimated])
    #expect(try doubts("estimate", "estimate") == [.estimated])
  }
}

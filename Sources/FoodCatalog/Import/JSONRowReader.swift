import HealthModel

/// Parses the lines of the JSONL dump and of its daily deltas: a product object each, in any version of the schema.
struct JSONRowReader: DumpRowReader {
  /// The values of a product object: some have 20,000.
  private static let rules = JSON.ReadingRules(maxValues: 500_000)

  private let filter: FoodFilter
  private let language: String?

  /// A reader of the products that the filter keeps.
  ///
  /// - Parameter language: The language of their names, as in `OpenFoodFactsProduct`.
  init(filter: FoodFilter, language: String? = nil) {
    self.filter = filter
    self.language = language
  }

  mutating func row(_ line: UnsafeRawBufferPointer) -> DumpRow {
    if line.allSatisfy({ $0 <= 0x20 }) { return .skipped }
    guard let json = try? JSON(parsing: line.bindMemory(to: UInt8.self), by: JSONRowReader.rules), json.members != nil else {
      return .broken
    }
    let product = OpenFoodFactsProduct(json, language: language)
    guard let code = product.code ?? OpenFoodFactsProduct.text(json["_id"]) else { return .broken }
    guard let gtin = GTIN(digits: code) else { return .skipped }
    if !filter.countries.isEmpty || !filter.languages.isEmpty {
      let tags = (json["countries_tags"].array ?? []).compactMap(\.string)
      guard filter.keeps(countries: tags, language: json["lang"].string ?? json["lc"].string) else { return .skipped }
    }
    return .food(
      DumpRow.Food(
        food: CatalogueFood(gtin: gtin, product: product, modifiedS: Self.count(json["last_modified_t"], DumpRow.lastTimeS)),
        scans: Self.count(json["unique_scans_n"], DumpRow.mostScans), completeness: OpenFoodFactsNutrition.number(json["completeness"]) ?? 0
      ))
  }

  private static func count(_ json: JSON, _ most: Int64) -> Int64 { DumpRow.count(OpenFoodFactsNutrition.number(json), most: most) }
}

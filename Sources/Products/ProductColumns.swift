import HealthModel

/// The meaning of the cells in a product file's lines.
struct ProductColumns {
  /// The fault of a line: "has no code".
  struct Problem: Error {
    let sentence: String
  }

  /// Whether the header is that of Open Food Facts' dump.
  let isDump: Bool
  private let index: [String: Int]
  private let width: Int

  /// Our names, and those of Open Food Facts' dump in the same place.
  private static let synonyms: [String: String] = [
    "product_name": "name", "brands": "brand", "serving_size": "serving", "serving_quantity": "serving_g",
    "energy-kcal_100g": "energy_kcal_100g", "energy-kj_100g": "energy_kj_100g", "proteins_100g": "protein_g_100g",
    "carbohydrates_100g": "carbs_g_100g", "fat_100g": "fat_g_100g", "sugars_100g": "sugars_g_100g",
    "saturated-fat_100g": "saturated_fat_g_100g", "fiber_100g": "fiber_g_100g", "salt_100g": "salt_g_100g",
  ]

  /// Reads a header line; `file` is what messages call its file.
  ///
  /// - Throws: `.badHeader` unless it has a column for the code and one for the name.
  init(header: [ArraySlice<UInt8>], file: String) throws(ProductError) {
    var index: [String: Int] = [:]
    for (position, cell) in header.enumerated() {
      let name = String(decoding: cell.filter { $0 > 0x20 }, as: UTF8.self).lowercased()
      let own = ProductColumns.synonyms[name] ?? name
      if index[own] == nil { index[own] = position }
    }
    guard index["code"] != nil, index["name"] != nil else { throw ProductFile.noHeader(file) }
    self.index = index
    isDump = header.contains { $0.elementsEqual("product_name".utf8) }
    width = header.count
  }

  /// Returns the product of a line. `nil` for a line of the dump whose code isn't a GTIN.
  func product(of cells: [ArraySlice<UInt8>]) throws(Problem) -> Product? {
    guard cells.count <= width else { throw Problem(sentence: "has \(cells.count) cells, the header has \(width)") }
    let code = text("code", cells) ?? ""
    guard !code.isEmpty else { throw Problem(sentence: "has no code") }
    guard let gtin = GTIN(digits: code) else {
      if isDump { return nil }
      throw Problem(sentence: "has the code \(code), which isn't a number of at most 14 digits")
    }
    let brand = text("brand", cells).flatMap(OpenFoodFactsProduct.firstBrand)
    guard let name = text("name", cells) ?? brand ?? (isDump ? gtin.description : nil) else { throw Problem(sentence: "has no name") }

    var reading = GivenNutrition()
    for (field, path) in Nutrition.fields { reading.values[keyPath: path] = try number(field + "_100g", cells) }
    // The dump's `energy_100g` is in kJ.
    let energy = try number("energy_100g", cells)
    reading.energyKj = try number("energy_kj_100g", cells)
    if reading.energyKj == nil { reading.energyKj = energy }
    reading.others = EnergyNutrients(
      alcoholMl: try number("alcohol_100g", cells), polyolsG: try number("polyols_100g", cells),
      erythritolG: try number("erythritol_100g", cells), organicAcidsG: try number("organic-acids_100g", cells))
    let tags = index["categories_tags"].flatMap { $0 < cells.count ? cells[$0] : nil }
    reading.kind = FoodKind(name: name).union(tags.map { $0.withUnsafeBytes { FoodKind(tags: $0) } } ?? [])
    let checked = reading.checked(.per100g)
    let serving = text("serving", cells)
    let givenG = try number("serving_g", cells).flatMap { $0 > 0 ? $0 : nil }
    let readG = serving.flatMap(ServingText.grams)
    return Product(
      gtin: gtin, name: name, brand: brand, quantity: text("quantity", cells), servingText: serving,
      // The serving size that Open Food Facts derives from the text is often wrong; a number in a user's own file is intended.
      servingG: isDump ? readG ?? givenG : givenG ?? readG,
      per100g: checked?.nutrition, source: ProductFile.sourceName, doubts: (checked?.doubts ?? []) + doubts(about: gtin),
      given: checked == nil ? nil : reading)
  }

  /// In a file that a user wrote, a shop's own number is that of the user's shop.
  private func doubts(about gtin: GTIN) -> [Doubt] { NutritionChecks.doubts(about: gtin).filter { isDump || $0 != .inStoreNumber } }

  private func text(_ column: String, _ cells: [ArraySlice<UInt8>]) -> String? {
    guard let position = index[column], position < cells.count else { return nil }
    return cells[position].isEmpty ? nil : ForeignText.cleaned(String(decoding: cells[position], as: UTF8.self))
  }

  private func number(_ column: String, _ cells: [ArraySlice<UInt8>]) throws(Problem) -> Double? {
    guard let text = text(column, cells) else { return nil }
    guard let value = ForeignText.number(text) else { throw Problem(sentence: "has \"\(text)\" in \(column), which isn't a number") }
    return value
  }
}

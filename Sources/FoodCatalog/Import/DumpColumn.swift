/// A column of the TSV dump that is read. The raw value is its place among a row's cells.
enum DumpColumn: Int, CaseIterable {
  case code, productName, genericName, brands, quantity, servingSize, servingQuantity, noNutrition, kcal
  case kj, energy, protein, carbs, fat, sugars, saturated, fiber, salt, sodium
  case alcohol, polyols, erythritol, acids, categories, countries, language, scans, completeness, modified, revision

  /// The columns of energy and nutrients. A dump that has none of them tells nothing that a meal is computed from.
  static let nutrients: Set<DumpColumn> = [.kcal, .kj, .energy, .protein, .carbs, .fat]

  /// The columns by their names in the header. `energy_100g` is in kJ, `alcohol_100g` in percent by volume.
  static let named: [String: DumpColumn] = [
    "code": .code,
    "product_name": .productName,
    "generic_name": .genericName,
    "brands": .brands,
    "quantity": .quantity,
    "serving_size": .servingSize,
    "serving_quantity": .servingQuantity,
    "no_nutrition_data": .noNutrition,
    "energy-kcal_100g": .kcal,
    "energy-kj_100g": .kj,
    "energy_100g": .energy,
    "proteins_100g": .protein,
    "carbohydrates_100g": .carbs,
    "fat_100g": .fat,
    "sugars_100g": .sugars,
    "saturated-fat_100g": .saturated,
    "fiber_100g": .fiber,
    "salt_100g": .salt,
    "sodium_100g": .sodium,
    "alcohol_100g": .alcohol,
    "polyols_100g": .polyols,
    "erythritol_100g": .erythritol,
    "organic-acids_100g": .acids,
    "categories_tags": .categories,
    "countries_tags": .countries,
    "lang": .language,
    "unique_scans_n": .scans,
    "completeness": .completeness,
    "last_modified_t": .modified,
    "rev": .revision,
  ]
}

import HealthModel

import HealthModel

/// A nutrient of FoodData Central that is kept, by its id in `nutrient.csv`, with the column of a food that has it.
struct USDANutrient {
  /// The column, as in `CatalogueSchema.names`.
  let column: String
  /// The column's unit divided by that of the amounts.
  let factor: Double

  /// The nutrient of an id and a unit. `nil` when it isn't kept, or its unit isn't known.
  ///
  /// Salt is computed from sodium (salt = sodium × 2.5, EU 1169/2011, annex I): 400 mg of sodium are 1 g.
  init?(id: Int64, unit: String) {
    guard let (column, kind) = USDANutrient.columns[id] else { return nil }
    let grams: [String: Double] = ["G": 1, "MG": 0.001, "UG": 0.000001]
    let factor: Double? =
      switch kind {
      case .kcal: unit == "KCAL" ? 1 : nil
      case .kj: unit == "KJ" ? 1 : nil
      case .grams: grams[unit]
      case .sodium: grams[unit].map { $0 * 2.5 }
      case .alcohol: grams[unit].map { $0 / EnergyNutrients.alcoholDensity }
      }
    guard let factor else { return nil }
    self.column = column
    self.factor = factor
  }

  private enum Kind { case kcal, kj, grams, sodium, alcohol }

  private static let columns: [Int64: (String, Kind)] = [
    1008: ("kcal", .kcal), 1062: ("kj", .kj), 1003: ("protein", .grams), 1005: ("carbs", .grams), 1004: ("fat", .grams),
    2000: ("sugars", .grams), 1258: ("saturated", .grams), 1079: ("fiber", .grams), 1093: ("salt", .sodium),
    1018: ("alcohol_ml", .alcohol), 1086: ("polyols", .grams),
  ]
}

import BulkSQL
import HealthModel

/// A food's row in the tables of `CatalogueSchema`.
enum FoodRow {
  /// Binds a food's columns to the parameters 1 to `CatalogueSchema.count`.
  static func bind(_ food: CatalogueFood, to statement: BulkStatement) {
    let product = food.product
    let isPer100g = !product.nutrition.per100g.isEmpty || product.nutrition.perServing.isEmpty
    let given = isPer100g ? product.nutrition.per100g : product.nutrition.perServing
    let texts = [product.name, product.brand, product.quantity, product.servingText]
    statement.bind(food.gtin.number, at: 1)
    for (index, text) in texts.enumerated() { statement.bind(text, at: Int32(index) + 2) }
    bind(product.servingG, at: 6, to: statement)
    statement.bind(basis(of: given, isPer100g: isPer100g, isPrepared: product.nutrition.isPrepared), at: 7)
    let values = given.values
    bind(values.energyKcal, at: 8, to: statement)
    bind(given.energyKj, at: 9, to: statement)
    bind(values.proteinG, at: 10, to: statement)
    bind(values.carbsG, at: 11, to: statement)
    bind(values.fatG, at: 12, to: statement)
    bind(values.sugarsG, at: 13, to: statement)
    bind(values.saturatedFatG, at: 14, to: statement)
    bind(values.fiberG, at: 15, to: statement)
    bind(values.saltG, at: 16, to: statement)
    statement.bind(product.revision, at: 17)
    statement.bind(food.modifiedS, at: 18)
    bind(given.others.alcoholMl, at: 19, to: statement)
    bind(given.others.polyolsG, at: 20, to: statement)
    bind(given.others.erythritolG, at: 21, to: statement)
    bind(given.others.organicAcidsG, at: 22, to: statement)
    statement.bind(product.otherNames.isEmpty ? nil : product.otherNames.joined(separator: "\n"), at: 23)
  }

  private static func basis(of given: GivenNutrition, isPer100g: Bool, isPrepared: Bool) -> Int64 {
    Int64((isPer100g ? 0 : 1) + (isPrepared ? 2 : 0) + given.estimates.rawValue << 2 + given.kind.rawValue << 4)
  }

  /// Reads the columns of `CatalogueSchema.names`, from `first` on. `nil` when the number isn't a GTIN.
  static func read(_ statement: BulkStatement, from first: Int32, of source: FoodSource) -> CatalogueFood? {
    guard let gtin = GTIN(number: statement.integer(first)) else { return nil }
    func text(_ offset: Int32) -> String? { statement.text(first + offset) }
    func number(_ offset: Int32) -> Double? {
      switch statement.storage(first + offset) {
      case .real, .integer: statement.number(first + offset)
      default: nil
      }
    }
    let basis = statement.integer(first + 6)
    let given = GivenNutrition(
      values: Nutrition(
        energyKcal: number(7), proteinG: number(9), carbsG: number(10), fatG: number(11), sugarsG: number(12), saturatedFatG: number(13),
        fiberG: number(14), saltG: number(15)),
      energyKj: number(8),
      others: EnergyNutrients(alcoholMl: number(18), polyolsG: number(19), erythritolG: number(20), organicAcidsG: number(21)),
      estimates: GivenNutrition.Estimates(rawValue: Int(basis >> 2 & 3)), kind: FoodKind(rawValue: Int(basis >> 4 & 3)))
    let nutrition = OpenFoodFactsNutrition(
      per100g: basis & 1 == 0 ? given : GivenNutrition(), perServing: basis & 1 == 0 ? GivenNutrition() : given,
      isPrepared: basis & 2 != 0)
    return CatalogueFood(
      source: source, gtin: gtin,
      product: OpenFoodFactsProduct(
        code: nil, name: text(1), otherNames: text(22)?.split(separator: "\n").map(String.init) ?? [], brand: text(2), quantity: text(3),
        servingText: text(4), servingG: number(5), nutrition: nutrition,
        revision: text(16)),
      modifiedS: statement.integer(first + 17))
  }

  private static func bind(_ value: Double?, at index: Int32, to statement: BulkStatement) {
    if let value { statement.bind(value, at: index) } else { statement.bindNull(at: index) }
  }
}

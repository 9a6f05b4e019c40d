import HealthModel

/// Looks for values that can't be right. Doubts are flagged and never make a product disappear.
///
/// The energy rules and the 105 g are Open Food Facts' own (`DataQualityFood.pm`): kcal and kJ fit when
/// `3.7 × kcal - 2 ≤ kJ ≤ 4.7 × kcal + 2`; they are swapped when they fit the other way round.
enum NutritionChecks {
  /// The amount that the values refer to. Checks of what fits in 100 g also apply to a serving whose grams are known.
  enum Scope {
    case per100g
    case perServing(grams: Double?)

    /// Times this, the values are per 100 g. `nil` when that isn't known.
    fileprivate var factor: Double? {
      switch self {
      case .per100g: 1
      case .perServing(let grams): grams.flatMap { $0 > 0 ? 100 / $0 : nil }
      }
    }
  }

  /// The source of an energy that is to be checked.
  enum EnergySource {
    /// The source's own kilocalories.
    case kcal
    /// Its kilojoules, which were converted.
    case kj(Double)
    /// Protein, carbohydrates and fat.
    case macros
  }

  /// The values with negative ones taken out and wrong units put right, and everything that is doubtful about them.
  ///
  /// - Parameters:
  ///   - energyKj: The source's own kilojoules beside the kilocalories, in the same scope. `nil` when it has none.
  ///   - source: The origin of the energy in `nutrition`.
  ///
  /// Worked: 2252 kcal and 539 kJ become 539 kcal with `energy_swapped`.
  static func check(
    _ nutrition: Nutrition, energyKj: Double?, from source: EnergySource, scope: Scope
  ) -> (nutrition: Nutrition, doubts: [Doubt]) {
    var nutrition = nutrition
    var doubts: [Doubt] = []
    for (_, path) in Nutrition.fields {
      if let value = nutrition[keyPath: path], value < 0 {
        nutrition[keyPath: path] = nil
        if !doubts.contains(.negative) { doubts.append(.negative) }
      }
    }
    if let kcal = nutrition.energyKcal {
      let kj = energyKj.flatMap { $0 >= 0 && !fits(kcal: kcal, kj: $0) ? $0 : nil }
      if let kj, kcal > kj, fits(kcal: kj, kj: kcal) {
        nutrition.energyKcal = kj
        doubts.append(.energySwapped)
      } else if let (energy, doubt) = EnergyRepair.repair(kcal, from: source, of: nutrition) {
        nutrition.energyKcal = energy
        doubts.append(doubt)
      } else if kj != nil {
        doubts.append(.energyMismatch)
      }
    }
    if let factor = scope.factor {
      if let kcal = nutrition.energyKcal, kcal * factor > 900 { doubts.append(.energyTooHigh) }
      let macros = (nutrition.proteinG ?? 0) + (nutrition.carbsG ?? 0) + (nutrition.fatG ?? 0)
      if macros * factor > 105 { doubts.append(.macrosOver105g) }
      if let salt = nutrition.saltG, salt * factor > 100.001 {
        // Milligrams: 1,200 "g" are 1.2 g. Pure salt is 100 g.
        nutrition.saltG = salt / 1000
        doubts.append(.saltTooHigh)
      }
    }
    if isPart(nutrition.sugarsG, over: nutrition.carbsG) { doubts.append(.sugarsOverCarbs) }
    if isPart(nutrition.saturatedFatG, over: nutrition.fatG) { doubts.append(.saturatedOverFat) }
    let known = Nutrition.fields.compactMap { nutrition[keyPath: $0.path] }
    if !known.isEmpty, known.allSatisfy({ $0 == 0 }) { doubts.append(.allZero) }
    return (nutrition, doubts)
  }

  /// Energy by protein, carbohydrates and fat at 4, 4 and 9 kcal per gram (EU 1169/2011, annex XIV), to 0.1. `nil` unless all three are
  /// known and none is negative. 10 g, 20 g and 5 g are 165 kcal.
  static func energyFromMacros(_ nutrition: Nutrition) -> Double? {
    guard let protein = nutrition.proteinG, let carbs = nutrition.carbsG, let fat = nutrition.fatG, min(protein, carbs, fat) >= 0 else {
      return nil
    }
    return ((4 * protein + 4 * carbs + 9 * fat) * 10).rounded() / 10
  }

  /// The doubt about a number whose check digit is wrong, with the exception of Open Food Facts' own numbers, which have none.
  static func doubts(about gtin: GTIN) -> [Doubt] {
    gtin.hasValidCheckDigit || gtin.isOpenFoodFactsOwn ? [] : [.badCheckDigit]
  }

  private static func fits(kcal: Double, kj: Double) -> Bool { (3.7 * kcal - 2...4.7 * kcal + 2).contains(kj) }

  /// With the tolerance of Open Food Facts for rounding.
  private static func isPart(_ part: Double?, over whole: Double?) -> Bool {
    guard let part, let whole else { return false }
    return part > whole + 0.001
  }
}

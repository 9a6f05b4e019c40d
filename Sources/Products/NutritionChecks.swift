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
    /// The nutrients (`ExpectedEnergy`).
    case macros
  }

  /// The values with negative ones taken out and wrong units put right, and everything that is doubtful about them.
  ///
  /// - Parameters:
  ///   - given: With an energy in kilocalories from `source`, if there is any.
  ///   - energyKj: The source's own kilojoules beside the kilocalories, in the same scope. `nil` when it has none.
  ///
  /// Worked: 2252 kcal and 539 kJ become 539 kcal with `energy_swapped`.
  static func check(
    _ given: GivenNutrition, energyKj: Double?, from source: EnergySource, scope: Scope
  ) -> (nutrition: Nutrition, doubts: [Doubt]) {
    var nutrition = given.values
    var doubts: [Doubt] = []
    for (_, path) in Nutrition.fields {
      if let value = nutrition[keyPath: path], value < 0 {
        nutrition[keyPath: path] = nil
        if !doubts.contains(.negative) { doubts.append(.negative) }
      }
    }
    if let kcal = nutrition.energyKcal {
      var given = given
      given.values = nutrition
      let kj = energyKj.flatMap { $0 >= 0 && !fits(kcal: kcal, kj: $0) ? $0 : nil }
      if let (energy, doubt) = kj.flatMap({ repair(kcal, beside: $0, given, scope) }) {
        nutrition.energyKcal = energy
        doubts.append(doubt)
      } else if let repair = EnergyRepair(kcal, from: source, of: given) {
        nutrition.energyKcal = repair.kcal
        doubts.append(repair.doubt)
      } else if kj != nil {
        doubts.append(.energyMismatch)
      }
    }
    if let factor = scope.factor {
      if let kcal = nutrition.energyKcal, kcal * factor > mostKcal { doubts.append(.energyTooHigh) }
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

  /// The energy of two that contradict each other, if it can be told: kilojoules beside a zero, and kilojoules that are fewer than the kilocalories and
  /// fit the other way round. The nutrients must prove it. Without them, a zero is a field that wasn't filled in, and more than 900 kcal per 100 g
  /// aren't kilocalories.
  private static func repair(_ kcal: Double, beside kj: Double, _ given: GivenNutrition, _ scope: Scope) -> (kcal: Double, doubt: Doubt)? {
    let expected = given.estimates.contains(.nutrients) ? nil : ExpectedEnergy(of: given)
    if kcal == 0 {
      let converted = (kj / 4.184 * 10).rounded() / 10
      if expected?.fits(converted) ?? true { return (converted, .energyMismatch) }
      return expected?.fits(kj) == true ? (kj, .energyKcalAsKj) : nil
    }
    guard kcal > kj, fits(kcal: kj, kj: kcal) else { return nil }
    let isProven = expected.map { $0.fits(kj) && !$0.fits(kcal) } ?? scope.factor.map { kcal * $0 > mostKcal } ?? false
    return isProven ? (kj, .energySwapped) : nil
  }

  /// Kilocalories of 100 g of pure fat.
  private static let mostKcal = 900.0

  /// The doubts about a number of a database: a wrong check digit, with the exception of Open Food Facts' own numbers, which have none, and a number
  /// that another shop may use.
  static func doubts(about gtin: GTIN) -> [Doubt] {
    (gtin.hasValidCheckDigit || gtin.isOpenFoodFactsOwn ? [] : [.badCheckDigit]) + (gtin.isInStore ? [.inStoreNumber] : [])
  }

  private static func fits(kcal: Double, kj: Double) -> Bool { (3.7 * kcal - 2...4.7 * kcal + 2).contains(kj) }

  /// With the tolerance of Open Food Facts for rounding.
  private static func isPart(_ part: Double?, over whole: Double?) -> Bool {
    guard let part, let whole else { return false }
    return part > whole + 0.001
  }
}

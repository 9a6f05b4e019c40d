import HealthModel

/// Recognises an energy in the wrong unit by the energy of protein, carbohydrates, fat and fibre.
///
/// Only clear cases are repaired: a factor of 4.184 or 100, within the tolerance of rounded labels, and at least 20 kcal of known
/// nutrients. Alcohol and polyols, which aren't among them, raise or lower an energy by other factors.
enum EnergyRepair {
  /// Returns the energy in kilocalories that the source must have meant, and the doubt about its own. `nil` when it is plausible, or too little is
  /// known.
  ///
  ///     2252 kcal, 30 g protein, 55 g carbs, 22 g fat (538 kcal)    538.2, kJ were given as kcal
  ///     128.8 kcal from 539 kJ, the same nutrients                  539, kcal were given as kJ
  ///     53900 kcal, the same nutrients                              539, 100 times as much
  static func repair(_ kcal: Double, from source: NutritionChecks.EnergySource, of nutrition: Nutrition) -> (kcal: Double, doubt: Doubt)? {
    guard let macros = NutritionChecks.energyFromMacros(nutrition) else { return nil }
    let expected = macros + 2 * max(0, nutrition.fiberG ?? 0)
    guard expected >= 20, expected <= 1000 else { return nil }
    switch source {
    case .kcal where kilojoules.contains(kcal / expected): return ((kcal / 4.184 * 10).rounded() / 10, .energyKjAsKcal)
    case .kcal where hundredfold.contains(kcal / expected): return ((kcal / 100 * 10).rounded() / 10, .energyTimes100)
    case .kj(let kj) where same.contains(kj / expected): return (kj, .energyKcalAsKj)
    default: return nil
    }
  }

  private static let same = 0.88...1.12
  /// 4.184, with the different factors of fat and fibre in both units (37/9, 8/2) and rounding.
  private static let kilojoules = 3.9...4.5
  private static let hundredfold = 88.0...112.0
}

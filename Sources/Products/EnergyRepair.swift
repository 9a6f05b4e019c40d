import HealthModel

/// Recognises an energy in the wrong unit by the energy of protein, carbohydrates, fat and fibre.
///
/// Only clear cases are repaired: a factor of 4.184 or 100, within the tolerance of rounded labels, and at least 20 kcal of known
/// nutrients. Fibre that isn't given may add up to 10 kcal to them, that of 5 g. Alcohol and polyols, which aren't among them, raise or lower an
/// energy by other factors.
enum EnergyRepair {
  /// Returns the energy in kilocalories that the source must have meant, and the doubt about its own. `nil` when it is plausible, or too little is
  /// known.
  ///
  ///     2252 kcal, 30 g protein, 55 g carbs, 22 g fat (538 kcal)    538.2, kJ were given as kcal
  ///     128.8 kcal from 539 kJ, the same nutrients                  539, kcal were given as kJ
  ///     53900 kcal, the same nutrients                              539, 100 times as much
  ///     191 kcal, 1 g protein, 7.5 g carbs, 0.2 g fat (36 kcal)     45.7, kJ were given as kcal, if the fibre isn't given
  static func repair(_ kcal: Double, from source: NutritionChecks.EnergySource, of nutrition: Nutrition) -> (kcal: Double, doubt: Doubt)? {
    guard let macros = NutritionChecks.energyFromMacros(nutrition) else { return nil }
    let expected = macros + 2 * max(0, nutrition.fiberG ?? 0)
    guard expected >= 20, expected <= 1000 else { return nil }
    let fiber = nutrition.fiberG == nil ? mostUnknownFiber : 0
    /// Whether a value is `factor` times the energy of the nutrients.
    func fits(_ value: Double, times factor: Double, _ tolerance: ClosedRange<Double>) -> Bool {
      (tolerance.lowerBound * expected...tolerance.upperBound * expected + factor * fiber).contains(value)
    }
    switch source {
    case .kcal where fits(kcal, times: 4.184, kilojoules): return ((kcal / 4.184 * 10).rounded() / 10, .energyKjAsKcal)
    case .kcal where fits(kcal, times: 100, hundredfold): return ((kcal / 100 * 10).rounded() / 10, .energyTimes100)
    case .kj(let kj) where fits(kj, times: 1, same): return (kj, .energyKcalAsKj)
    default: return nil
    }
  }

  /// In kilocalories.
  private static let mostUnknownFiber = 10.0
  private static let same = 0.88...1.12
  /// 4.184, with the different factors of fat and fibre in both units (37/9, 8/2) and rounding.
  private static let kilojoules = 3.9...4.5
  private static let hundredfold = 88.0...112.0
}

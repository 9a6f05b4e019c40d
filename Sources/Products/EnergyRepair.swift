import HealthModel

/// Recognises an energy in the wrong unit by the energy of the nutrients (`ExpectedEnergy`), and repairs it if they prove it.
///
/// A factor of 4.184 or 100 within the tolerance of rounded labels is a proof if the nutrients have at least 20 kcal, and those that aren't given can't
/// explain the energy as it is. Otherwise the value stays and has a doubt. Kilojoules that fit the kilocalories prove nothing: sources compute one
/// from the other.
struct EnergyRepair {
  /// The energy to use, in kilocalories.
  let kcal: Double
  /// The doubt about the source's energy.
  let doubt: Doubt

  /// The repair of an energy, or the doubt about one that stays. `nil` when it is plausible, or too little is known.
  ///
  ///     2252 kcal, 30 g protein, 55 g carbs, 22 g fat (538 kcal)    538.2, kJ were given as kcal
  ///     128.8 kcal from 539 kJ, the same nutrients                  539, kcal were given as kJ
  ///     53900 kcal, the same nutrients                              539, 100 times as much
  ///     191 kcal, 1 g protein, 7.5 g carbs, 0.2 g fat (36 kcal)     45.7, kJ were given as kcal, if the fibre isn't given
  ///     83 kcal, wine, 5.1 g carbs, 11 % vol (82 kcal)              nil
  ///     83 kcal, wine, 5.1 g carbs, alcohol not given (21 kcal)     83, unexplained
  init?(_ kcal: Double, from source: NutritionChecks.EnergySource, of given: GivenNutrition) {
    guard let expected = ExpectedEnergy(of: given), 20...1000 ~= expected.known else { return nil }
    guard let repair = EnergyRepair.wrongUnit(kcal, from: source, expected) else {
      // Nothing that isn't given can take the energy away.
      guard kcal == 0, !expected.fits(0) else { return nil }
      self.init(kcal: kcal, doubt: .energyUnexplained)
      return
    }
    let isExcused = !expected.isProof && (expected.fits(kcal) || given.estimates.contains(.nutrients))
    self = isExcused ? EnergyRepair(kcal: kcal, doubt: .energyUnexplained) : repair
  }

  private init(kcal: Double, doubt: Doubt) { (self.kcal, self.doubt) = (kcal, doubt) }

  /// The repair if the nutrients that are known are all.
  private static func wrongUnit(_ kcal: Double, from source: NutritionChecks.EnergySource, _ expected: ExpectedEnergy) -> EnergyRepair? {
    /// Whether a value is `factor` times the energy of the nutrients.
    func fits(_ value: Double, times factor: Double, _ tolerance: ClosedRange<Double>) -> Bool {
      (tolerance.lowerBound * expected.known...tolerance.upperBound * expected.known + factor * expected.fiber).contains(value)
    }
    switch source {
    case .kcal where fits(kcal, times: 4.184, kilojoules):
      return EnergyRepair(kcal: (kcal / 4.184 * 10).rounded() / 10, doubt: .energyKjAsKcal)
    case .kcal where fits(kcal, times: 100, hundredfold):
      return EnergyRepair(kcal: (kcal / 100 * 10).rounded() / 10, doubt: .energyTimes100)
    case .kj(let kj) where fits(kj, times: 1, same): return EnergyRepair(kcal: kj, doubt: .energyKcalAsKj)
    default: return nil
    }
  }

  private static let same = 0.88...1.12
  /// 4.184, with the different factors of fat and fibre in both units (37/9, 8/2) and rounding.
  private static let kilojoules = 3.9...4.5
  private static let hundredfold = 88.0...112.0
}

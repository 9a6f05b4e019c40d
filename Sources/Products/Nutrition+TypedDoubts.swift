import HealthModel

extension Nutrition {
  /// The doubts about values that a user typed: those of a product's checks. What is typed is never repaired, so that a value which would be is
  /// doubtful; an energy that isn't given, and zeros, as of water, aren't. Energy must also be enough for each macronutrient that is known.
  ///
  ///     100 kcal, protein 200 g, of 100 g     macros_over_105g, energy_unexplained: 200 g of protein have 800 kcal
  ///
  /// - Parameter grams: The weight of the amount that the values are for; `nil` = not known.
  package func typedDoubts(grams: Double?) -> [Doubt] {
    var doubts: [Doubt] = []
    for doubt in GivenNutrition(values: self).checked(.perServing(grams: grams))?.doubts ?? [] {
      switch doubt {
      case .allZero, .energyFromMacros, .saltTooHigh: continue
      case .energySwapped, .energyMismatch, .energyKjAsKcal, .energyKcalAsKj, .energyTimes100: doubts.append(.energyUnexplained)
      default: doubts.append(doubt)
      }
    }
    if let energyKcal, !doubts.contains(.energyUnexplained), energyKcal < 0.7 * leastKcal - 5 { doubts.append(.energyUnexplained) }
    return doubts
  }

  /// The energy that the known macronutrients have at least: 4 kcal per gram of protein, 2.4 of carbohydrates, which may be polyols, and 9 of fat
  /// (EU 1169/2011, annex XIV). 200 g of protein have 800 kcal.
  private var leastKcal: Double { 4 * max(0, proteinG ?? 0) + 2.4 * max(0, carbsG ?? 0) + 9 * max(0, fatG ?? 0) }
}

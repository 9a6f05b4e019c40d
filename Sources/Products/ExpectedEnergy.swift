import HealthModel

/// The energy of a food by its nutrients, in kilocalories: the range in which it lies while some of them aren't known.
///
/// Factors per gram (EU 1169/2011, annex XIV): protein 4, carbohydrates without polyols 4, polyols 2.4, erythritol 0, fat 9, fibre 2, alcohol 7,
/// organic acids 3. Fibre that isn't given may be 5 g. Alcohol that isn't given is 0 unless the food is an alcoholic drink, and polyols are unless it is
/// of a kind that has them: there the unknown isn't 0.
///
///     wine, 0.1 g protein, 5.1 g carbs, no fat, 11 % vol      4 × 0.1 + 4 × 5.1 + 7 × 0.789 × 11 = 81.6
///     the same, the alcohol isn't given                       20.8…462.6
///     gum, 0 g protein, 65 g carbs, all polyols, no fat       2.4 × 65 = 156, if it has no erythritol
struct ExpectedEnergy {
  /// By the nutrients that are known, to 0.1.
  let known: Double
  /// The lowest energy that the food can have.
  let least: Double
  /// The highest energy that the food can have.
  let most: Double
  /// The energy that fibre may add where it isn't given.
  let fiber: Double
  /// Whether each nutrient that matters is known, but for fibre and erythritol.
  let isComplete: Bool
  /// Whether the nutrients are an independent account of the energy: each that matters is known, and none is an estimate.
  let isProof: Bool

  /// `nil` unless protein, carbohydrates and fat are known, and none is negative.
  init?(of given: GivenNutrition) {
    let values = given.values
    let others = given.others
    guard let protein = values.proteinG, let carbs = values.carbsG, let fat = values.fatG, min(protein, carbs, fat) >= 0 else { return nil }
    let erythritol = others.erythritolG ?? 0
    let polyols = max(others.polyolsG ?? 0, erythritol)
    let alcohol = others.alcoholMl.map { 7 * EnergyNutrients.alcoholDensity * $0 }
    let energy =
      4 * protein + 4 * max(0, carbs - polyols) + 2.4 * (polyols - erythritol) + 9 * fat + 2 * max(0, values.fiberG ?? 0)
      + (alcohol ?? 0) + 3 * (others.organicAcidsG ?? 0)
    known = (energy * 10).rounded() / 10
    fiber = values.fiberG == nil ? ExpectedEnergy.mostUnknownFiber : 0
    // Spirits have at most 80 % vol. No drink has as much protein as meat.
    let isAlcoholUnknown = alcohol == nil && given.kind.contains(.alcoholic) && protein <= 5
    most = energy + fiber + (isAlcoholUnknown ? 7 * EnergyNutrients.alcoholDensity * ExpectedEnergy.strongest : 0)
    let arePolyolsUnknown = others.polyolsG == nil && given.kind.contains(.withPolyols)
    let isErythritolUnknown = others.polyolsG ?? 0 > 0 && others.erythritolG == nil
    if arePolyolsUnknown {
      least = energy - 4 * max(0, carbs - polyols - max(0, values.sugarsG ?? 0))
    } else {
      least = isErythritolUnknown ? energy - 2.4 * polyols : energy
    }
    isComplete = !isAlcoholUnknown && !arePolyolsUnknown
    isProof = isComplete && !isErythritolUnknown && !given.estimates.contains(.nutrients)
  }

  /// Whether an energy is as near as labels are, by Open Food Facts' own check (`DataQualityFood.pm`): within 30 % and 5 kcal.
  func fits(_ kcal: Double) -> Bool { (0.7 * least - 5...1.3 * most + 5).contains(kcal) }

  /// In kilocalories.
  private static let mostUnknownFiber = 10.0
  /// In percent by volume.
  private static let strongest = 80.0
}

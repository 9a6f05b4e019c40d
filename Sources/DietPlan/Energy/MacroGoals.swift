/// The goals for macronutrients of a day, with the weight that they follow from.
package struct MacroGoals: Sendable, Hashable {
  /// Protein, g per kg of body weight and day.
  package static let proteinPerKg = 2.0
  /// Fat, g per kg of body weight and day.
  package static let fatPerKg = 1.0

  /// The weight that they follow from, kg.
  package let weightKg: Double
  /// Whether that weight is kept by the lock.
  package let isLocked: Bool
  /// Grams, not rounded, never negative.
  package let grams: PerMacro<Double>

  /// The goals for a target: protein and fat by weight, carbohydrates for the rest of the energy, never below 0.
  ///
  /// 80 kg, 1900 kcal: 160 g protein, 80 g fat, (1900 − 4·160 − 9·80) / 4 = 135 g carbohydrates.
  package init(targetKcal: Int, weightKg: Double, isLocked: Bool = false) {
    let weight = weightKg.isFinite ? max(0, weightKg) : 0
    let (protein, fat) = (weight * MacroGoals.proteinPerKg, weight * MacroGoals.fatPerKg)
    let rest = Double(targetKcal) - protein * Macro.protein.kcalPerGram - fat * Macro.fat.kcalPerGram
    self.weightKg = weight
    self.isLocked = isLocked
    grams = PerMacro(protein: protein, carbs: max(0, rest / Macro.carbs.kcalPerGram), fat: fat)
  }
}

import HealthModel

/// The ring of a day: arcs for protein, carbohydrates, fat and energy of unknown composition, clockwise from the top, of a target that is
/// 360°.
package struct ProgressRing: Sendable, Hashable {
  /// The energy of each macronutrient, kcal: 85 g protein, 142 g carbohydrates and 38 g fat are 340, 568 and 342 kcal.
  package let kcal: PerMacro<Double>
  /// The energy of meals that isn't explained by known macronutrients, kcal.
  package let unknownKcal: Double
  /// The target, kcal.
  package let targetKcal: Int

  /// The ring of a day's sums. Unknown grams are none; their energy is in `DietIntake.unknownKcal`.
  package init(_ intake: DietIntake, targetKcal: Int) {
    kcal = PerMacro { (intake.grams[$0] ?? 0) * $0.kcalPerGram }
    unknownKcal = intake.unknownKcal
    self.targetKcal = targetKcal
  }

  /// Degrees of each macronutrient, not rounded: 340 of 1900 kcal are 64.4°. Together they may exceed 360.
  package var degrees: PerMacro<Double> { kcal.map(degrees(of:)) }

  /// The same in whole degrees: 64, 108, 65.
  package var wholeDegrees: PerMacro<Int> { degrees.map { Int(nearest: $0) } }

  /// Degrees of energy of unknown composition.
  package var unknownDegrees: Double { degrees(of: unknownKcal) }

  /// The energy of all arcs, kcal.
  package var totalKcal: Double { kcal.protein + kcal.carbs + kcal.fat + unknownKcal }

  /// The sum of all arcs, degrees, not limited to 360.
  package var totalDegrees: Double { degrees(of: totalKcal) }

  /// Percent of the target, not rounded: 1250 of 1900 kcal are 65.8 %.
  package var percent: Double { totalDegrees / 3.6 }

  /// Energy beyond a full ring, kcal; 0 if it isn't full.
  package var overKcal: Double { max(0, totalKcal - Double(targetKcal)) }

  /// Degrees beyond a full ring; 0 if it isn't full. 2000 of 1900 kcal are 378.9°: 18.9° over.
  package var overDegrees: Double { max(0, totalDegrees - 360) }

  /// Degrees to draw. The arcs of a ring that is more than full share its 360° in proportion.
  package var drawn: (macros: PerMacro<Double>, unknown: Double) {
    let scale = totalDegrees > 360 ? 360 / totalDegrees : 1
    return (degrees.map { $0 * scale }, unknownDegrees * scale)
  }

  private func degrees(of kcal: Double) -> Double { targetKcal > 0 ? kcal / Double(targetKcal) * 360 : 0 }
}

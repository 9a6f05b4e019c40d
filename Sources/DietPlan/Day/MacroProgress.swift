/// The progress of a macronutrient towards its goal: `128/160g`, a bar and a smiley.
package struct MacroProgress: Sendable, Hashable {
  /// Grams eaten. `nil` = no meal of the day states it.
  package let eatenG: Double?
  /// The goal in grams, not rounded. May be 0.
  package let goalG: Double
  /// Whether the day has a meal; without one there is no smiley.
  package let hasMeals: Bool

  /// The progress on a day with or without meals.
  package init(eatenG: Double?, goalG: Double, hasMeals: Bool) {
    self.eatenG = eatenG
    self.goalG = goalG
    self.hasMeals = hasMeals
  }

  /// Percent of the goal, not rounded, may exceed 100. `nil` = nothing is known, or the goal is 0.
  package var percent: Double? { goalG > 0 ? eatenG.map { 100 * $0 / goalG } : nil }

  /// The part of the bar that is filled, 0…1. Empty if there is no percentage.
  package var bar: Double { min(max((percent ?? 0) / 100, 0), 1) }

  /// The feedback. `nil` before the first meal of the day, when no meal states the macronutrient, and for a goal of 0 g.
  package var smiley: Smiley? { hasMeals ? percent.map(Smiley.init(percent:)) : nil }
}

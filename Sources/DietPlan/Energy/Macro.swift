/// A macronutrient that has a goal, in the order in which they are shown.
package enum Macro: String, Sendable, CaseIterable {
  case protein, carbs, fat

  /// Energy per gram, kcal: 4, 4 and 9 (Atwater's general factors, also those of EU regulation 1169/2011, annex XIV).
  package var kcalPerGram: Double { self == .fat ? 9 : 4 }
}

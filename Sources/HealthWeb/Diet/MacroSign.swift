import DietPlan
import HealthDesk

/// The smiley of a macronutrient, for eyes alone: its words are those of the bar or the text beside it.
enum MacroSign {
  /// Returns a smiley, a grey one if meals don't state the macronutrient; `nil` before the first meal and for a goal of 0 g.
  static func html(_ progress: MacroProgress) -> HTML? {
    if let smiley = progress.smiley { return " <span aria-hidden=\"true\">\(DietWords.sign(smiley))</span>" }
    guard progress.hasMeals, progress.eatenG == nil else { return nil }
    return " <span class=\"grey\" aria-hidden=\"true\">\(DietWords.sign(Smiley.neutral))</span>"
  }

  /// Returns `, on track`, `, not known`; empty without a smiley.
  static func spoken(_ progress: MacroProgress) -> String {
    if let smiley = progress.smiley { return ", " + DietWords.spoken(smiley) }
    return progress.hasMeals && progress.eatenG == nil ? ", not known" : ""
  }
}

import DietPlan
import HealthModel

/// The parts that the sums of some meals lack, for all front ends: wherever a total is shown, this is shown beside it.
extension DietIntake {
  /// `2 meals without all macros, 300 kcal unknown (?)`, `1 meal without calories`; empty = everything is known.
  package var unknowns: [String] {
    var notes: [String] = []
    if mealsWithUnknownMacros > 0 {
      let energy = unknownKcal >= 0.5 ? ", \(Quantity.energy(unknownKcal)) unknown (?)" : ""
      notes.append("\(Quantity.count(mealsWithUnknownMacros, "meal")) without all macros\(energy)")
    }
    if mealsWithoutEnergy > 0 { notes.append("\(Quantity.count(mealsWithoutEnergy, "meal")) without calories") }
    return notes
  }

  /// `{"meals_without_energy", "meals_without_macros", "kcal_without_macros"}`: 0 where everything is known.
  package var unknownJSON: JSON {
    .object([
      ("meals_without_energy", JSON(mealsWithoutEnergy)), ("meals_without_macros", JSON(mealsWithUnknownMacros)),
      ("kcal_without_macros", JSON((unknownKcal * 100).rounded() / 100)),
    ])
  }

  /// A figure of energy with what it lacks: `1,850 kcal`, `1,850 kcal + ?`, `?`.
  ///
  /// - Parameter words: The energy in words.
  package func energy(_ words: (Double) -> String) -> String {
    guard let known = knownEnergyKcal else { return "?" }
    return words(known) + (mealsWithoutEnergy > 0 ? " + ?" : "")
  }
}

extension DietWords {
  /// `1,850`, `1,850 + ?` where the energy of some meals isn't known, `?` where that of none is, `–` without meals.
  package static func eaten(_ intake: DietIntake) -> String {
    intake.meals == 0 ? "–" : intake.energy { Quantity.grouped(Int(nearest: $0)) }
  }
}

import ArgumentParser
import HealthModel

/// Nutrition given by hand, for the whole amount eaten.
struct NutritionOptions: ParsableArguments {
  @Option(help: "Energy in kcal, 0-9999.")
  var kcal: Double?

  @Option(help: "Protein in grams.")
  var protein: Double?

  @Option(help: "Carbohydrates in grams.")
  var carbs: Double?

  @Option(help: "Fat in grams.")
  var fat: Double?

  @Option(help: "Sugars in grams.")
  var sugars: Double?

  @Option(help: "Saturated fat in grams.")
  var saturatedFat: Double?

  @Option(help: "Fibre in grams.")
  var fiber: Double?

  @Option(help: "Salt in grams.")
  var salt: Double?

  func validate() throws {
    if let kcal, !kcal.isFinite { throw ValidationError("--kcal must be a number, 0-9999.") }
    let grams = [protein, carbs, fat, sugars, saturatedFat, fiber, salt].compactMap(\.self)
    if grams.contains(where: { !(0...10_000).contains($0) }) { throw ValidationError("Grams of a nutrient must be 0 to 10000.") }
  }

  /// What was given.
  var nutrition: Nutrition {
    Nutrition(
      energyKcal: kcal, proteinG: protein, carbsG: carbs, fatG: fat, sugarsG: sugars, saturatedFatG: saturatedFat, fiberG: fiber,
      saltG: salt)
  }

  /// `meal`'s nutrition with what was given put over it.
  func changed(_ nutrition: Nutrition) -> Nutrition {
    var changed = nutrition
    for (_, path) in Nutrition.fields {
      if let value = self.nutrition[keyPath: path] { changed[keyPath: path] = value }
    }
    return changed
  }
}

import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// Nutrition given by hand, for the whole amount eaten.
struct NutritionOptions: ParsableArguments {
  @Option(in: .kcal, help: "Energy in kcal, 0-9999.")
  var kcal: TypedNumber?

  @Option(in: .g, help: "Protein in grams.")
  var protein: TypedNumber?

  @Option(in: .g, help: "Carbohydrates in grams.")
  var carbs: TypedNumber?

  @Option(in: .g, help: "Fat in grams.")
  var fat: TypedNumber?

  @Option(in: .g, help: "Sugars in grams.")
  var sugars: TypedNumber?

  @Option(in: .g, help: "Saturated fat in grams.")
  var saturatedFat: TypedNumber?

  @Option(in: .g, help: "Fibre in grams.")
  var fiber: TypedNumber?

  @Option(in: .g, help: "Salt in grams.")
  var salt: TypedNumber?

  func validate() throws {
    let grams = [protein, carbs, fat, sugars, saturatedFat, fiber, salt].compactMap(\.?.value)
    if let fault = grams.lazy.compactMap(EntryBounds.fault(ofNutrient:)).first { throw ValidationError(fault) }
  }

  /// The given values.
  var nutrition: Nutrition {
    Nutrition(
      energyKcal: kcal?.value, proteinG: protein?.value, carbsG: carbs?.value, fatG: fat?.value, sugarsG: sugars?.value,
      saturatedFatG: saturatedFat?.value, fiberG: fiber?.value, saltG: salt?.value)
  }
}

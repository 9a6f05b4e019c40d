import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// The values of an own food as options.
struct OwnFoodOptions: ParsableArguments {
  /// The amount that the nutrition is for.
  enum Basis: String, ExpressibleByArgument, CaseIterable {
    case per100g = "100g"
    case serving
  }

  @Option(help: "The brand; '' removes it.")
  var brand: String?

  @Option(help: ArgumentHelp("The contents as printed on the package: '350 g'; '' removes it.", valueName: "text"))
  var quantity: String?

  @Option(in: .g, help: ArgumentHelp("Grams of a serving, or millilitres of a drink.", valueName: "grams"))
  var serving: TypedNumber?

  @Option(help: ArgumentHelp("The amount that the nutrition is for, 100g or serving (a new food: 100g).", valueName: "amount"))
  var per: Basis?

  /// The given values, with a name and nutrition.
  func values(name: String?, _ nutrition: NutritionOptions) -> OwnFoodValues {
    OwnFoodValues(
      name: name?.trimmed, brand: brand?.trimmed, quantity: quantity?.trimmed, servingG: serving?.value,
      isPerServing: per.map { $0 == .serving }, nutrition: nutrition.nutrition)
  }

  func validate() throws {
    let texts = [brand, quantity].compactMap(\.self)
    if texts.contains(where: { $0.count > TypedMeal.longestName }) {
      throw ValidationError("A brand and contents have at most \(TypedMeal.longestName) characters.")
    }
  }

  /// The fault of a brand; `nil` = it is fine.
  static func fault(ofBrand brand: String?) -> ValidationError? {
    brand.map { $0.count > TypedMeal.longestName } == true
      ? ValidationError("A brand has at most \(TypedMeal.longestName) characters.") : nil
  }

  /// The fault of a name; `nil` = it is fine.
  static func fault(ofName name: String?) -> ValidationError? {
    guard let name else { return nil }
    if name.trimmed.isEmpty { return ValidationError("The name is empty.") }
    return name.count > TypedMeal.longestName ? ValidationError("A name has at most \(TypedMeal.longestName) characters.") : nil
  }
}

import HealthModel
import HealthStore

/// A food that can't be kept with the user's own values: the reasons as cases with their facts. Each program adds the remedies in its own
/// terms.
package enum OwnFoodError: Error, Sendable, Equatable {
  /// No source has the product of the number, so that there is nothing to change: it needs a name and a value.
  case notKnown(code: String)
  /// The number couldn't be looked up. `reason` is the problem as a sentence.
  case notLookedUp(code: String, reason: String)
  /// Neither the source nor the user gives a value.
  case noValues(name: String)
  /// The energy isn't one that a food or a serving can have.
  case energy(kcal: Double)
  /// More energy per 100 g than pure fat has.
  case energyPer100g(kcal: Double)
  /// More of a nutrient than its amount can have. `name` as in `Nutrition.fields`.
  case nutrient(name: String, grams: Double)
  /// Values that weren't given can't be converted to the other basis: the weight of a serving isn't known.
  case servingUnknown(name: String)
  /// A serving can't weigh that.
  case serving(grams: Double)
  /// A part of a recipe, or all of it, can't weigh that.
  case weight(grams: Double)
  /// There is such a food already.
  case exists(name: String)
  /// No own food has that name, number or id.
  case unknown(String)
  /// Several own foods have that name.
  case several(String, ids: [String])

  /// The error in one sentence, without a remedy.
  package var sentence: String {
    switch self {
    case .notKnown(let code): "no product was found for \(code)"
    case .notLookedUp(let code, let reason): "\(code) could not be looked up: \(reason)"
    case .noValues(let name): "no value of \(name) is known"
    case .energy(let kcal): "\(Quantity.energy(kcal)) is out of range: energy must be 0-9999 kcal"
    case .energyPer100g(let kcal): "\(Quantity.energy(kcal)) per 100 g is more than pure fat has, 900 kcal"
    case .nutrient(let name, let grams):
      "\(Quantity.grams(grams)) of \(name.split(separator: "_").dropLast().joined(separator: " ")) is out of range: it must be 0-100 g per "
        + "100 g, or 0-10000 g per serving and no more than the serving weighs"
    case .servingUnknown(let name): "the other values of \(name) can't be converted: the weight of a serving isn't known"
    case .serving(let grams): "a serving of \(Quantity.grams(grams)) is out of range: it must be above 0 and at most 100000 g"
    case .weight(let grams): "\(Quantity.grams(grams)) is out of range: a weight must be above 0 and at most 100000 g"
    case .exists(let name): "there is an own food called \(name) already"
    case .unknown(let text): "no own food is called \(text)"
    case .several(let text, _): "several own foods are called \(text)"
    }
  }

  /// The kind of `UserFacingError` that it is.
  package var kind: ErrorKind {
    switch self {
    case .notKnown, .unknown: .no
    case .notLookedUp: .tryAgain
    case .noValues, .servingUnknown, .energy, .energyPer100g, .nutrient, .serving, .weight: .badData
    case .exists, .several: .usage
    }
  }
}

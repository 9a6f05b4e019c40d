import HealthModel

/// The reason why a product's nutrition can't be computed for an amount.
package enum PortionError: UserFacingError, Equatable {
  /// The source has the product but none of its values.
  case noNutrition(product: String)
  /// The amount is in servings of unknown weight, or in grams where only values per serving of unknown weight are known.
  case servingSizeUnknown(product: String)

  package var message: String {
    switch self {
    case .noNutrition(let product): "no nutrition is known for \(product)"
    case .servingSizeUnknown(let product): "the size of a serving of \(product) is not known"
    }
  }

  package var hint: Hint? {
    switch self {
    case .noNutrition(let product): "log it by hand: \(.logByHand(name: product))"
    case .servingSizeUnknown: "give the amount the other way: \(.amount)"
    }
  }

  package var kind: ErrorKind { .badData }
}

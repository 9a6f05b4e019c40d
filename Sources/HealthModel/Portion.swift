/// How much of a product was eaten and what that amounts to.
public struct Portion: Sendable, Hashable {
  /// The amount, with grams filled in where a serving's weight is known.
  public let amount: Amount
  /// For the whole amount.
  public let nutrition: Nutrition
  /// What the nutrition was computed from.
  public let basis: Provenance.Basis

  /// A portion with everything given.
  public init(amount: Amount, nutrition: Nutrition, basis: Provenance.Basis) {
    self.amount = amount
    self.nutrition = nutrition
    self.basis = basis
  }
}

/// Why a product's nutrition can't be computed for an amount.
public enum PortionError: UserFacingError, Equatable {
  /// The source knows the product but none of its values.
  case noNutrition(product: String)
  /// The amount is in servings of unknown weight, or in grams where only values per serving of unknown weight are known.
  case servingSizeUnknown(product: String)

  public var message: String {
    switch self {
    case .noNutrition(let product): "no nutrition is known for \(product)"
    case .servingSizeUnknown(let product): "the size of a serving of \(product) is not known"
    }
  }

  public var hint: String? {
    switch self {
    case .noNutrition(let product): "log it by hand: hsync log --name \"\(product)\" --kcal N"
    case .servingSizeUnknown: "give the amount the other way: --grams N or --servings N"
    }
  }

  public var kind: ErrorKind { .badData }
}

import HealthModel

/// An eaten amount of a product, with its nutrition.
package struct Portion: Sendable, Hashable {
  /// The amount, with grams filled in where a serving's weight is known.
  package let amount: Amount
  /// For the whole amount.
  package let nutrition: Nutrition
  /// The values that the nutrition was computed from.
  package let basis: Provenance.Basis

  /// A portion with everything given.
  package init(amount: Amount, nutrition: Nutrition, basis: Provenance.Basis) {
    self.amount = amount
    self.nutrition = nutrition
    self.basis = basis
  }
}

/// The food that a typed text names.
package enum FoodChoice: Sendable, Equatable {
  /// Exactly this food is meant.
  case one(FoodHit)
  /// It isn't clear which of these foods is meant, or whether any is. The best first; at least one.
  case unclear([FoodHit])
  /// No food fits.
  case none
}

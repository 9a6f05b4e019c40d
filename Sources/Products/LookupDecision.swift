import HealthModel

/// The meaning of a lookup's answer for a number that was scanned or typed.
package enum LookupDecision: Sendable, Hashable {
  /// A source has the product: it can be shown, or logged.
  case known(Product)
  /// An in-store number that no source has and that isn't to be logged. It isn't a failure: most of them mean something in one shop only.
  case onlyRead
  /// No source has the product. `isInStore`: it is a shop's own number.
  case unknown(isInStore: Bool)
  /// A source couldn't be asked: the number is kept for a later lookup.
  case pending(LookupTrouble)

  /// - Parameter isForMeal: Whether the product is to be logged, not only shown.
  package init(_ answer: ProductAnswer, about gtin: GTIN, isForMeal: Bool) {
    self =
      switch answer {
      case .found(let product): .known(product)
      case .notFound where gtin.isInStore && !isForMeal: .onlyRead
      case .notFound: .unknown(isInStore: gtin.isInStore)
      case .unavailable(let trouble): .pending(trouble)
      }
  }

  /// Whether all sources were queried, so that the number needn't be queued for a later lookup.
  package var isFinal: Bool { if case .pending = self { false } else { true } }
}

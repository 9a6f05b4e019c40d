import HealthModel
import Products

/// The result of looking up a number for the user's library.
package struct FoodFinding: Sendable, Equatable {
  /// The number that was meant.
  package let gtin: GTIN
  /// The number's digits as they were read or typed.
  package let text: String
  /// The decision on the answer.
  package let decision: LookupDecision
  /// The reason why the product can't be shown, or not logged as requested; `nil` when there is none.
  package internal(set) var failure: FoodError?

  /// - Parameters:
  ///   - willBeLogged: Whether a meal is queued with a number that couldn't be looked up.
  ///   - clock: Gives the times in `failure`.
  init(_ gtin: GTIN, text: String, _ decision: LookupDecision, willBeLogged: Bool, clock: any WallClock) {
    self.gtin = gtin
    self.text = text
    self.decision = decision
    failure =
      switch decision {
      case .known, .onlyRead: nil
      case .unknown(isInStore: true): .inStore(code: text)
      case .unknown(isInStore: false): .unknown(code: text)
      case .pending(let trouble):
        .pending(code: text, trouble, reason: trouble.sentence(by: clock), willBeLogged: willBeLogged)
      }
  }

  /// The product; `nil` when none was found.
  package var product: Product? { if case .known(let product) = decision { product } else { nil } }
}

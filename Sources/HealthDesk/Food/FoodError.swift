import HealthModel
import HealthStore
import Products

/// A food that can't be found or logged: the reasons as cases with their facts. Each program adds the remedies in its own terms.
package enum FoodError: Error, Sendable, Equatable {
  /// The text isn't a product number.
  case notABarcode(String)
  /// The check digit of a typed number is wrong.
  case wrongCheckDigit(String)
  /// No source knows the number. `code` is its digits as read or typed, here and below.
  case unknown(code: String)
  /// A shop's own number that no source has.
  case inStore(code: String)
  /// The number couldn't be looked up and is kept for later. `reason` is the problem as a sentence; `willBeLogged`: a meal is queued with it.
  case pending(code: String, LookupTrouble, reason: String, willBeLogged: Bool)
  /// The nutrition can't be computed for the amount.
  case portion(PortionError)
  /// The meal would have an energy outside 0–9999 kcal.
  case energy(kcal: Double)
  /// The library rejected the entry.
  case store(StoreError)

  /// The error in one sentence, without a remedy.
  package var sentence: String {
    switch self {
    case .notABarcode(let text): "\(text) isn't a barcode"
    case .wrongCheckDigit(let text): "the check digit of \(text) is wrong"
    case .unknown(let code): "no product was found for \(code)"
    case .inStore(let code): "\(code) is an in-store code: only the shop knows its product"
    case .pending(let code, _, let reason, _): "\(code) could not be looked up: \(reason); kept for later"
    case .portion(let error): error.message
    case .energy: "Calories must be 0-9999"
    case .store(let error): error.message
    }
  }

  /// The kind of `UserFacingError` that it is.
  package var kind: ErrorKind {
    switch self {
    case .notABarcode, .wrongCheckDigit, .energy: .badData
    case .unknown, .inStore: .no
    case .pending(_, let trouble, _, _): trouble.kind
    case .portion(let error): error.kind
    case .store(let error): error.kind
    }
  }
}

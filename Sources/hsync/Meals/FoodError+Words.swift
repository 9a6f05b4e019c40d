import HealthDesk
import HealthModel

/// The sentence of the error with the command that helps.
extension FoodError: UserFacingError {
  package var message: String { sentence }

  package var hint: Hint? {
    switch self {
    case .notABarcode: "a barcode has 8 to 14 digits; for a meal by hand: hsync log --name NAME --kcal N"
    case .wrongCheckDigit: "type the digits again: one is probably off"
    case .unknown, .inStore: "log it by hand: hsync log --name NAME --kcal N"
    case .pending(_, _, _, willBeLogged: true): "look it up and log it then: hsync pending resolve"
    case .pending(_, _, _, willBeLogged: false): "try again: hsync pending resolve"
    case .portion(let error): error.hint
    case .energy(let kcal): "this entry would have \(Quantity.energy(kcal))"
    case .store(let error): error.hint
    }
  }
}

import Foundation
import HealthDesk
import HealthModel
import Products
import Settings

/// The question of an interactive scan for each product: log it, and how much?
struct LogQuestion {
  let product: Product
  let portion: Portion

  /// Asks until the answer is valid. The end of the input is `.quit`.
  func ask() -> Answer {
    let usual = "\(Quantity.amount(portion.amount)), \(Quantity.energy(portion.nutrition.energyKcal))"
    while let text = Terminal.ask("Log \(product.name), \(usual)? [y/N/a/q, servings or grams] ") {
      do throws(TypedFault) { return try LogQuestion.answer(text, usual: portion.amount) } catch {
        Output.notice("\(error.message): \(error.advice)")
        Output.notice("Answer y, n, servings (1.5) or grams (30g); a logs this and all that follow, q ends the scan")
      }
    }
    Output.notice("")  // Leave the question's line.
    return .quit
  }

  /// The meaning of an answer.
  enum Answer: Equatable {
    /// Log that amount.
    case log(Amount)
    /// Don't log it, and continue.
    case leave
    /// Log it as usual, and all that follow without asking.
    case all
    /// Don't log it, and end the scan.
    case quit
  }

  /// `y` is the usual amount, nothing or `n` leaves it, `1.5` are servings, `30g` grams.
  ///
  /// - Throws: For anything else.
  static func answer(_ text: String, usual: Amount) throws(TypedFault) -> Answer {
    let word = text.lowercased()
    switch word {
    case "y", "yes": return .log(usual)
    case "", "n", "no": return .leave
    case "a", "all": return .all
    case "q", "quit": return .quit
    default: break
    }
    let amount = try Amount(typed: word, in: .servings)
    if let fault = EntryBounds.fault(of: amount) { throw TypedFault(fault, hint: "servings are like 1.5, grams like 30g") }
    return .log(amount)
  }
}

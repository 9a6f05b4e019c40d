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
      if let answer = LogQuestion.answer(text, usual: portion.amount) { return answer }
      Output.notice("Answer y, n, servings (1.5) or grams (30g); a logs this and all that follow, q ends the scan")
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

  /// `y` is the usual amount, nothing or `n` leaves it, `1.5` are servings, `30g` grams. `nil` = it makes no sense.
  static func answer(_ text: String, usual: Amount) -> Answer? {
    let word = text.lowercased()
    switch word {
    case "y", "yes": return .log(usual)
    case "", "n", "no": return .leave
    case "a", "all": return .all
    case "q", "quit": return .quit
    default: break
    }
    let isGrams = word.hasSuffix("g")
    let typed = TypedNumber((isGrams ? String(word.dropLast()) : word).trimmingCharacters(in: .whitespaces))
    guard let number = typed?.value, number > 0, number <= (isGrams ? 100_000 : 1000) else { return nil }
    return .log(isGrams ? Amount(grams: number) : Amount(servings: number))
  }
}

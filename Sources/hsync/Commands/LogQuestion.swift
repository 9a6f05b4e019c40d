import Foundation
import HealthModel

/// The one question of an interactive scan: log it, and how much?
struct LogQuestion {
  let product: Product
  let portion: Portion

  /// Asks until the answer makes sense. The amount to log, `nil` for no.
  func ask() -> Amount? {
    let usual = "\(Quantity.amount(portion.amount)), \(Quantity.energy(portion.nutrition.energyKcal))"
    while let answer = Terminal.ask("Log \(product.name), \(usual)? [y/N, or servings like 1.5, or grams like 30g] ") {
      switch LogQuestion.reading(of: answer, usual: portion.amount) {
      case .log(let amount): return amount
      case .leave: return nil
      case .unclear: Output.notice("y, n, a number of servings, or grams with a g behind")
      }
    }
    Output.notice("")  // The end of the input: leave the question's line.
    return nil
  }

  /// What an answer means.
  enum Reading: Equatable {
    case log(Amount)
    case leave
    case unclear
  }

  /// `y` is the usual amount, nothing or `n` leaves it, `1.5` are servings, `30g` grams. A comma is a point.
  static func reading(of answer: String, usual: Amount) -> Reading {
    let word = answer.lowercased().replacingOccurrences(of: ",", with: ".")
    switch word {
    case "y", "yes": return .log(usual)
    case "", "n", "no", "q": return .leave
    default: break
    }
    let isGrams = word.hasSuffix("g")
    guard let number = Double(isGrams ? String(word.dropLast()).trimmingCharacters(in: .whitespaces) : word), number > 0,
      number <= (isGrams ? 100_000 : 1000)
    else { return .unclear }
    return .log(isGrams ? Amount(grams: number) : Amount(servings: number))
  }
}

import HealthDesk
import HealthModel

extension Meal {
  /// The last characters of the id, enough to name the entry on the command line.
  var shortID: String { String(id.suffix(6)) }

  /// `logged Oat Crunch, 1 serving (40 g), 148 kcal, as lunch [a1b2c3]`; with `on Mon 2026-02-09` unless that is today.
  ///
  /// - Parameters:
  ///   - today: The user's day.
  ///   - verb: The beginning: `logged`, `changed to`.
  func loggedLine(_ verb: String = "logged", on today: Day) -> String {
    let parts = [name, Quantity.amount(amount), Quantity.energy(nutrition.energyKcal)].filter { !$0.isEmpty }
    let day = eatenAt.day == today ? "" : " on \(eatenAt.day.title)"
    return "\(verb) \(parts.joined(separator: ", ")), as \(slot.rawValue)\(day) [\(shortID)]"
  }
}

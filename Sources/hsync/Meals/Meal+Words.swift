import HealthDesk
import HealthModel

extension Meal {
  /// The last characters of the id, enough to name the entry on the command line.
  var shortID: String { String(id.suffix(6)) }

  /// `logged Oat Crunch, 1 serving (40 g), 148 kcal, as lunch [a1b2c3]`.
  var loggedLine: String {
    let parts = [name, Quantity.amount(amount), Quantity.energy(nutrition.energyKcal)].filter { !$0.isEmpty }
    return "logged \(parts.joined(separator: ", ")), as \(slot.rawValue) [\(shortID)]"
  }
}

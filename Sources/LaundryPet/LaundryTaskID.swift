/// The id of a task, the same on every device: `<pet>/<cycle>/<kind>/<attempt>`, such as `0197…/12/wash/1`.
package struct LaundryTaskID: Sendable, Hashable {
  /// The id of the pet, which may itself contain slashes.
  package let petID: String
  /// The number of the cycle, 1…`mostCycles`.
  package let cycle: Int
  /// A wash, a drying or a fold.
  package let kind: LaundryTask.Kind
  /// The number of the attempt, 1…`mostAttempts`.
  package let attempt: Int

  /// The most cycles that are told apart: a thousand a day for three years.
  package static let mostCycles = 1_000_000
  /// The most attempts of a step that are told apart.
  package static let mostAttempts = 10_000

  /// The id of a step. Numbers beyond their bounds become the nearest allowed ones.
  package init(petID: String, cycle: Int, kind: LaundryTask.Kind, attempt: Int = 1) {
    self.petID = petID
    self.cycle = min(max(cycle, 1), LaundryTaskID.mostCycles)
    self.kind = kind
    self.attempt = min(max(attempt, 1), LaundryTaskID.mostAttempts)
  }

  /// Reads an id. `nil` when the text isn't one.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 4, let kind = LaundryTask.Kind(rawValue: String(parts[parts.count - 2])),
      let cycle = Int(parts[parts.count - 3]), let attempt = Int(parts[parts.count - 1])
    else { return nil }
    self.init(petID: parts.dropLast(3).joined(separator: "/"), cycle: cycle, kind: kind, attempt: attempt)
    guard self.text == text else { return nil }
  }

  /// The id as a text.
  package var text: String { "\(petID)/\(cycle)/\(kind.rawValue)/\(attempt)" }
}

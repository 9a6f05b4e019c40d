/// The label of a score. The raw value is the text.
package enum Tier: String, Sendable, CaseIterable {
  case perfect = "Perfect"
  case good = "Good"
  case meh = "Meh"
  case bad = "Bad"
  case nope = "Nope"

  /// The lowest score with the label. Hours that score at least `good.lowestScore`, 70, form windows.
  package var lowestScore: Int {
    switch self {
    case .perfect: 85
    case .good: 70
    case .meh: 45
    case .bad: 20
    case .nope: 0
    }
  }

  /// The label of a score of 0…100, or of a mean of scores: 84.9 is `good`.
  package init(score: Double) { self = Tier.allCases.first { score >= Double($0.lowestScore) } ?? .nope }
}

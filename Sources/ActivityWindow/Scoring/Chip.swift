import HealthModel

/// A short reason beside a score.
package struct Chip: Sendable, Hashable {
  /// The severity. The raw value is its name in JSON.
  package enum Emoji: String, Sendable {
    case check
    case warning
    case danger
    case info
  }

  /// The factor's name: `waves`, `wind`, `aqi`, `cold`, `heat`, `dog_heat`, `uv`, `rain`; `dark` of the gate for swims in the dark.
  package let factor: String
  /// The text: `Waves 0.6m`.
  package let text: String
  /// The severity.
  package let emoji: Emoji
  /// The points that it stands for, negative or 0; -100 of a gate.
  package let penalty: Int

  /// A chip with everything given.
  package init(factor: String, text: String, emoji: Emoji, penalty: Int) {
    (self.factor, self.text, self.emoji, self.penalty) = (factor, text, emoji, penalty)
  }

  /// `{"factor": "waves", "text": "Waves 0.6m", "emoji": "warning", "penalty": -35}`.
  package var json: JSON {
    .object([("factor", .string(factor)), ("text", .string(text)), ("emoji", .string(emoji.rawValue)), ("penalty", JSON(penalty))])
  }
}

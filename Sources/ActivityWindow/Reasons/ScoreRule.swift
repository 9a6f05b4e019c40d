import HealthModel

/// A rule that applied to an hour: a value, the threshold that it reached, and the points that this costs.
package struct ScoreRule: Sendable, Hashable {
  /// The value that reached the threshold.
  package let field: ForecastHour.Field
  /// The value, in the field's unit.
  package let value: Double
  /// The threshold, in the same unit.
  package let threshold: Double
  /// Whether the rule applies at or below the threshold. Else it applies at or above it.
  package let isUpperLimit: Bool
  /// The points that it takes off. `nil` for a part of a gate.
  package let points: Int?

  /// A rule that applied.
  init?(_ field: ForecastHour.Field, of hour: ForecastHour, _ threshold: Double, points: Int? = nil, isUpperLimit: Bool = false) {
    guard let value = hour[field] else { return nil }
    self.field = field
    self.value = value
    self.threshold = threshold
    self.isUpperLimit = isUpperLimit
    self.points = points
  }
}

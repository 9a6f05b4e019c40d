import HealthDesk
import HealthModel

/// Figures of cards and charts, where zero stands for what isn't known.
enum Figures {
  /// `8,214`.
  @Sendable static func whole(_ value: Double?) -> String { Quantity.grouped(Int(nearest: value ?? 0)) }

  /// `7 h 05`, `45 min`.
  @Sendable static func minutes(_ value: Double?) -> String { Quantity.minutes(value ?? 0) }

  /// `72`, `72.5`.
  static func tenths(_ value: Double) -> String { Quantity.rounded(value, steps: 10) }
}

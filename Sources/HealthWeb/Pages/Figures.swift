import HealthDesk
import HealthModel

/// The texts of figures on cards and charts; `–` for unknown values, which are never zero.
enum Figures {
  /// Returns a count: `8,214`.
  @Sendable static func whole(_ value: Double?) -> String { value.map { Quantity.grouped(Int(nearest: $0)) } ?? "–" }

  /// Returns a duration: `7 h 05`, `45 min`.
  @Sendable static func minutes(_ value: Double?) -> String { value.map(Quantity.minutes) ?? "–" }

  /// Returns a number with at most one decimal: `72`, `72.5`.
  static func tenths(_ value: Double) -> String { Quantity.rounded(value, steps: 10) }
}

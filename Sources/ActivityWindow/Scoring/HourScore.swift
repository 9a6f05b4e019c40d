import HealthModel

/// The score of one hour in one mode, with the facts that it came from. Texts are made on demand, by `chips(of:)`.
package struct HourScore: Sendable, Hashable {
  /// The scored mode.
  package let mode: ActivityMode
  /// The reason why the score is 0. `nil` means that the hour isn't gated.
  package let gate: Gate?
  /// 0…100.
  package var score: Int { Int(storedScore) }
  /// Penalties; none of a gated hour.
  let points: FactorPoints
  /// The values that the mode uses and that aren't known.
  let missing: Readings
  /// Whether the UV index is below its warning: without a penalty for it, only then may a chip call it low.
  let isUVLow: Bool
  private let storedScore: UInt8

  /// A score from penalties.
  init(mode: ActivityMode, points: FactorPoints, hour: ForecastHour, uvWarn: Double) {
    self.mode = mode
    gate = nil
    self.points = points
    missing = Readings(missingIn: hour, for: mode)
    isUVLow = hour.uv.map { $0 < uvWarn } ?? false
    storedScore = UInt8(max(0, 100 - points.total))
  }

  /// The score 0 of a gated hour.
  init(mode: ActivityMode, gate: Gate, hour: ForecastHour, uvWarn: Double) {
    self.mode = mode
    self.gate = gate
    points = FactorPoints()
    missing = Readings(missingIn: hour, for: mode)
    isUVLow = hour.uv.map { $0 < uvWarn } ?? false
    storedScore = 0
  }

  /// The score's label.
  package var tier: Tier { Tier(score: Double(score)) }

  /// The version of the rules.
  package var version: String { Scoring.version }

  /// The points that a factor takes off, 0 or more.
  package func penalty(for factor: Factor) -> Int { points[factor] }

  /// The factors that take points off, the largest penalty first, equal ones by importance.
  package var penalizedFactors: [Factor] {
    // The sort is stable, so that the order of importance holds among equals.
    Factor.byImportance.filter { points[$0] > 0 }.sorted { points[$0] > points[$1] }
  }
}

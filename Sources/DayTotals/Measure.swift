import HealthModel

/// A quantity that adds up over a day and is merged by rule R2.
package enum Measure: Int, Sendable, CaseIterable {
  case steps, distance, flights, activeEnergy, basalEnergy, exercise

  /// The type of its samples.
  package var type: String {
    switch self {
    case .steps: "step_count"
    case .distance: "distance_walking_running"
    case .flights: "flights_climbed"
    case .activeEnergy: "active_energy_burned"
    case .basalEnergy: "basal_energy_burned"
    case .exercise: "apple_exercise_time"
    }
  }

  /// Its key in JSON, and its column: `active_kcal`.
  package var key: String {
    switch self {
    case .steps: "steps"
    case .distance: "distance_m"
    case .flights: "flights"
    case .activeEnergy: "active_kcal"
    case .basalEnergy: "basal_kcal"
    case .exercise: "exercise_min"
    }
  }

  /// The property of a summary with its total.
  package var total: WritableKeyPath<DaySummary, Double?> {
    switch self {
    case .steps: \.steps
    case .distance: \.distanceM
    case .flights: \.flights
    case .activeEnergy: \.activeKcal
    case .basalEnergy: \.basalKcal
    case .exercise: \.exerciseMin
    }
  }

  /// The ring's value, for days without any sample. 0 is an empty ring, which counts as no value.
  package func value(of ring: ActivityRing) -> Double? {
    let value: Double? =
      switch self {
      case .activeEnergy: ring.activeKcal
      case .exercise: ring.exerciseMin
      default: nil
      }
    return value.flatMap { $0 > 0 ? $0 : nil }
  }
}

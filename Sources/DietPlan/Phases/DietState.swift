import HealthModel

/// The state of the plan on a day.
package enum DietState: Sendable, Hashable {
  /// The first day is `days` ahead, 1 or more.
  case notStarted(days: Int)
  /// A day of the phases; the goal is `lose`.
  case running(PhasePosition)
  /// A paused day, at maintenance energy. The position is that of the day on which the plan goes on.
  case paused(PhasePosition, since: Day)
  /// The goal has no phases: `maintain` or `gain`.
  case steady
  /// The user has stopped the plan.
  case stopped(since: Day)

  /// The phase. A paused day is at maintenance. `nil` = the day has none.
  package var phase: DietPhase? {
    switch self {
    case .running(let position): position.phase
    case .paused: .maintenance
    case .notStarted, .steady, .stopped: nil
    }
  }

  /// The position of a day on which the plan runs. `nil` on all others, paused ones included.
  package var position: PhasePosition? { if case .running(let position) = self { position } else { nil } }

  /// The cycle, from 1. `nil` = the day has no phase.
  package var cycle: Int? {
    switch self {
    case .running(let position), .paused(let position, _): position.cycle
    case .notStarted, .steady, .stopped: nil
    }
  }

  /// Whether the user is on the plan: it has started and isn't stopped or paused.
  package var isActive: Bool {
    switch self {
    case .running, .steady: true
    case .notStarted, .paused, .stopped: false
    }
  }
}

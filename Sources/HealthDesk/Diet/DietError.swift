import DietPlan
import HealthModel

/// A question about the diet plan, or a change of it, that can't be answered: the reasons as cases with their facts. Each program adds the
/// remedies in its own terms.
package enum DietError: Error, Sendable, Equatable {
  /// No plan was set up.
  case notSetUp
  /// The plan was set up after that day.
  case notYetSetUp(on: Day, first: Day)
  /// The set-up or a change is refused, for one or more reasons.
  case faults([DietFault])

  /// The error in one sentence, without a remedy.
  ///
  /// - Parameter words: The words of reasons.
  package func sentence(_ words: DietWords) -> String {
    switch self {
    case .notSetUp: "no diet plan is set up"
    case .notYetSetUp(let day, let first): "the diet plan was set up on \(first), after \(day)"
    case .faults(let faults): faults.map(words.fault).joined(separator: "; ")
    }
  }

  /// The kind of `UserFacingError` that it is.
  package var kind: ErrorKind {
    switch self {
    case .notSetUp, .notYetSetUp: .no
    case .faults(let faults): faults.contains { !$0.isAboutState } ? .badData : .no
    }
  }
}

extension DietFault {
  /// Whether it is about the state of the plan, rather than a value.
  fileprivate var isAboutState: Bool {
    switch self {
    case .alreadyPaused, .notPaused, .alreadyStopped, .nothingToPause, .noSuchPlan: true
    default: false
    }
  }
}

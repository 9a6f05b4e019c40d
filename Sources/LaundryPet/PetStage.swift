/// The stage of a pet's laundry at a time.
package enum PetStage: String, Sendable, CaseIterable {
  /// Nothing is in the machines.
  case idle
  /// The timer of a wash is running.
  case washing
  /// A wash has ended and waits for the dryer.
  case washDone = "wash_done"
  /// The timer of a drying is running.
  case drying
  /// A drying has ended and waits to be folded.
  case dryDone = "dry_done"

  /// Whether a timer is running.
  package var isTimed: Bool { self == .washing || self == .drying }

  /// The step that leads on, `nil` while a timer runs.
  package var nextStep: PetEvent? {
    switch self {
    case .idle: .wash
    case .washDone: .dry
    case .dryDone: .fold
    case .washing, .drying: nil
    }
  }

  /// The text of the main button. It is disabled while a timer runs.
  package var actionTitle: String {
    switch self {
    case .idle: "Start Wash"
    case .washing: "Washing..."
    case .washDone: "Start Dryer"
    case .drying: "Drying..."
    case .dryDone: "Mark Folded"
    }
  }

  /// The text that stands beside the status of laundry that waits. `nil` in other stages.
  package var waitingLabel: String? {
    switch self {
    case .washDone: "Ready for dryer"
    case .dryDone: "Ready to fold"
    case .idle, .washing, .drying: nil
    }
  }

  /// The text under the time of a running timer. `nil` when none is running.
  package var timerLabel: String? {
    switch self {
    case .washing: "Washing"
    case .drying: "Drying"
    case .idle, .washDone, .dryDone: nil
    }
  }

  /// The stage in a sentence: `it is ready for the dryer`.
  package var words: String {
    switch self {
    case .idle: "idle"
    case .washing: "washing"
    case .washDone: "ready for the dryer"
    case .drying: "drying"
    case .dryDone: "ready to fold"
    }
  }
}

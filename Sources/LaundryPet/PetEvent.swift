/// A button of a pet.
package enum PetEvent: String, Sendable, CaseIterable {
  /// Starts a wash.
  case wash
  /// Starts the dryer.
  case dry
  /// Marks the laundry folded, which ends the cycle.
  case fold
  /// Cancels the running wash or drying.
  case cancel
  /// Postpones the notice of a finished wash or drying by `LaundryNotice.snoozeMs`.
  case snooze

  /// The event in a sentence: `start the wash`.
  package var words: String {
    switch self {
    case .wash: "start the wash"
    case .dry: "start the dryer"
    case .fold: "mark it folded"
    case .cancel: "cancel"
    case .snooze: "snooze"
    }
  }
}

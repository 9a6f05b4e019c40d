import LaundryPet

/// A signal of a button, a machine or a script about a pet's laundry.
package enum LaundrySignal: Sendable, Hashable {
  /// A step of the pet.
  case step(PetEvent)
  /// The machine is done, however much time was left.
  case end

  /// Reads a name.
  ///
  /// - Returns: `nil` when there is no such signal.
  package init?(name: String) {
    if name == "end" {
      self = .end
    } else if let event = PetEvent(rawValue: name) {
      self = .step(event)
    } else {
      return nil
    }
  }

  /// `wash`, `dry`, `fold`, `cancel`, `snooze` or `end`.
  package var name: String {
    switch self {
    case .step(let event): event.rawValue
    case .end: "end"
    }
  }

  /// All names.
  package static let names = PetEvent.allCases.map(\.rawValue) + ["end"]
}

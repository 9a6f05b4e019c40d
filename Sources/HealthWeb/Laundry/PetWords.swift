import HealthDesk
import LaundryPet

/// A pet in the words of the pages.
extension PetReading {
  /// The address of its page.
  var path: String { "/laundry/pet?id=\(pet.id.inQuery)" }

  /// Its status: `is getting clean!`, or the step that its laundry waits for.
  var state: String { stage.waitingLabel ?? status }

  /// The name of its card for screen readers: `Snowy, 86% health, is so happy!`.
  var cardName: String { "\(pet.name), \(health.percent)% health, \(state)" }

  /// The result of a step, as a sentence.
  func sentence(after event: PetEvent) -> String {
    switch event {
    case .wash, .dry, .fold: "\(pet.name) \(status)"
    case .cancel: "Cancelled: the laundry of \(pet.name) is \(stage.words)."
    case .snooze: "The notice of \(pet.name) comes again in \(LaundryNotice.snoozeMs / 60_000) min."
    }
  }
}

extension PetEvent {
  /// The text of its button.
  var title: String {
    switch self {
    case .wash: "Start Wash"
    case .dry: "Start Dryer"
    case .fold: "Mark Folded"
    case .cancel: "Cancel"
    case .snooze: "Snooze 10 min"
    }
  }
}

extension PetNumber {
  /// A value with its unit: `45 minutes`, `Every 7 days`.
  func words(_ value: Int) -> String {
    switch self {
    case .washMinutes, .dryMinutes: value == 1 ? "1 minute" : "\(value) minutes"
    case .everyDays: value == 1 ? "Every day" : "Every \(value) days"
    }
  }

  /// The label of its field.
  var label: String {
    switch self {
    case .washMinutes: "Wash Time"
    case .dryMinutes: "Dry Time"
    case .everyDays: "How often"
    }
  }

  /// Advice for choosing a value; `nil` = none.
  var advice: String? {
    switch self {
    case .washMinutes: "1–5 minutes to try it, 30–60 for real laundry. Counts from the next start."
    case .dryMinutes: "1–5 minutes to try it, 45–75 for real laundry. Counts from the next start."
    case .everyDays: nil
    }
  }
}

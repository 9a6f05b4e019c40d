import LaundryPet

extension PetEvent {
  /// The change in words that follow "undone: ": `started the wash of Snowy`.
  func title(of pet: Pet) -> String {
    switch self {
    case .wash: "started the wash of \(pet.name)"
    case .dry: "started the dryer of \(pet.name)"
    case .fold: "folded \(pet.name)"
    case .cancel: "cancelled the timer of \(pet.name)"
    case .snooze: "snoozed \(pet.name)"
    }
  }
}

extension LaundryTask.Kind {
  /// The noun for a task of the kind: `wash`, `drying`, `fold`.
  package var noun: String { self == .dry ? "drying" : rawValue }
}

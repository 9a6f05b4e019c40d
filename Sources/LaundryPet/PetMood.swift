/// A pet's mood, by its health.
package enum PetMood: String, Sendable, CaseIterable {
  /// Health above 75.
  case happy
  /// Health above 50.
  case neutral
  /// Health above 25.
  case sad
  /// Health above 0.
  case verySad = "very_sad"
  /// Health 0.
  case dead

  /// The status text of an idle or waiting pet, which follows the name.
  package var status: String {
    switch self {
    case .happy: "is so happy!"
    case .neutral: "is doing okay"
    case .sad: "needs some laundry love"
    case .verySad: "is very sad and neglected"
    case .dead: "has died from neglect"
    }
  }
}

/// The status texts that come from the stage instead of the mood. They follow the name.
package enum PetStatus {
  /// The text while the press of `Mark Folded` is being sent, and at no other time.
  package static let folding = "is being folded"

  /// The status text at a stage, in a mood.
  package static func text(_ stage: PetStage, _ mood: PetMood) -> String {
    switch stage {
    case .washing: "is getting clean!"
    case .drying: "is drying off"
    case .idle, .washDone, .dryDone: mood.status
    }
  }
}

import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import LaundryPet
import Settings

/// The argument that names a pet.
struct PetArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The pet: any unique beginning of its name or id.", valueName: "name"), completion: .pets)
  var words: [String]

  /// The name as it was typed; words are joined by blanks.
  var name: String { words.joined(separator: " ") }
}

extension CompletionKind {
  /// The names of pets.
  static var pets: CompletionKind {
    .suggestions { request in
      guard let library = request.library, let pets = try? LaundryDesk(library, at: LocalClock.now).dashboard(hasHistory: false) else {
        return []
      }
      return pets.map { Suggestion($0.pet.name, meaning: [$0.status, $0.stage.waitingLabel].compactMap(\.self).joined(separator: ", ")) }
    }
  }
}

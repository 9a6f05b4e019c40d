import HealthModel

/// A fault in a name, a number, a step or the choice of a pet. Nothing was changed.
package struct LaundryError: UserFacingError, Hashable {
  /// The fault with its facts.
  package enum Fault: Sendable, Hashable {
    /// Nothing visible was typed.
    case nameEmpty
    /// The name has that many characters, or its characters are made of too many scalars.
    case nameTooLong(Int)
    /// The value of a number is beyond its bounds.
    case outOfRange(PetNumber, Int)
    /// The step isn't possible at the pet's stage; those that are.
    case refused(PetEvent, PetStage, possible: [PetEvent])
    /// No timer is running that could be ended; the steps that are possible.
    case nothingRuns(PetStage, possible: [PetEvent])
    /// No pet has such a name or id. `nearest` is the name of one that was perhaps meant.
    case unknownPet(String, nearest: String?)
    /// Several pets begin so.
    case ambiguousPet(String, [Pet])
    /// There is no pet.
    case noPets
  }

  /// The fault with its facts.
  package let fault: Fault

  /// An error of a fault.
  package init(_ fault: Fault) { self.fault = fault }

  package var message: String {
    switch fault {
    case .nameEmpty: "a pet needs a name"
    case .nameTooLong: "the name has more than \(PetName.longest) characters"
    case .outOfRange(let number, let value): "\(value) \(number.unit) can't be set"
    case .refused(let event, let stage, _): "can't \(event.words): the laundry is \(stage.words)"
    case .nothingRuns(let stage, _): "no timer is running: the laundry is \(stage.words)"
    case .unknownPet(let text, _): "no pet is called \"\(text.printable)\""
    case .ambiguousPet(let text, let pets): "\(pets.count) pets begin with \"\(text.printable)\""
    case .noPets: "there are no pets yet"
    }
  }

  package var hint: Hint? {
    switch fault {
    case .nameEmpty: nil
    case .noPets: "create one: \(.createPet)"
    case .nameTooLong: "choose a shorter one"
    case .outOfRange(let number, _): "\(number.range.lowerBound) to \(number.range.upperBound) \(number.unit)"
    case .refused(_, _, let possible), .nothingRuns(_, let possible): "possible now: \(possible.map(\.words).joined(separator: ", "))"
    case .unknownPet(_, nil): "see them: \(.laundry)"
    case .unknownPet(_, let nearest?): "did you mean \"\(nearest.printable)\"?"
    case .ambiguousPet(_, let pets): "give more of the name or id: \(LaundryError.choices(pets))"
    }
  }

  package var kind: ErrorKind {
    switch fault {
    case .nameEmpty, .nameTooLong, .outOfRange, .ambiguousPet: .usage
    case .refused, .nothingRuns, .unknownPet, .noPets: .no
    }
  }

  /// `Snowy (0197…), Snow (0198…)`, of at most five.
  private static func choices(_ pets: [Pet]) -> String {
    pets.prefix(5).map { "\($0.name.printable) (\($0.id.printable))" }.joined(separator: ", ") + (pets.count > 5 ? ", …" : "")
  }
}

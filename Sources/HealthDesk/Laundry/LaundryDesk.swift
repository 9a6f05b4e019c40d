import HealthModel
import HealthStore
import LaundryPet

/// The laundry pets of a library at one moment. Each change is one that undo takes back.
///
/// A pet is named by its id, its name, or a unique beginning of one of them (`PetMatch`).
package struct LaundryDesk: Sendable {
  private let book: LaundryBook
  /// The time at which pets are read, and steps are made.
  package let now: Moment

  /// The laundry pets of a library.
  package init(_ library: Library, at now: Moment) {
    book = LaundryBook(library)
    self.now = now
  }
}

// MARK: - Reading

extension LaundryDesk {
  /// All pets, in the order of their creation.
  ///
  /// - Parameter hasHistory: Whether cycles and streaks are those of all folds; else of the last one alone, which is read sooner.
  package func dashboard(hasHistory: Bool = true) throws(StoreError) -> [PetReading] {
    try book.states(hasHistory: hasHistory).map(reading)
  }

  /// One pet.
  ///
  /// - Throws: `LaundryError` when `name` names none or several, or `StoreError`.
  package func pet(_ name: String) throws -> PetReading {
    let pet = try match(name)
    guard let state = try book.state(of: pet.id) else { throw LaundryError(.unknownPet(name, nearest: nil)) }
    return reading(state)
  }

  /// The ids of the tasks that a pet's buttons are for, by button, so that a press that is sent twice makes one step.
  package func buttons(of pet: PetReading) throws(StoreError) -> [PetEvent: String] {
    guard let state = try book.state(of: pet.pet.id) else { return [:] }
    return pet.actions.reduce(into: [:]) { $0[$1] = state.taskID(for: $1, atMs: now.ms) }
  }

  private func reading(_ state: PetState) -> PetReading { PetReading(state, atMs: now.ms) }

  private func match(_ name: String) throws -> Pet { try PetMatch.pet(name, in: book.pets()) }
}

// MARK: - Changing

extension LaundryDesk {
  /// A pet that was created or edited.
  package struct ChangedPet: Sendable {
    /// The pet as it is now.
    package let pet: PetReading
    /// The number of other pets with its name, for a warning.
    package let namesakes: Int
    /// Whether something was written; `false` = a pet of the draft's id was created before.
    package let isNew: Bool
  }

  /// A step of a pet.
  package struct Step: Sendable {
    /// The pet afterwards.
    package let pet: PetReading
    /// Whether the step was made now; `false` = it was done already.
    package let isNew: Bool
  }

  /// Creates a pet.
  ///
  /// - Throws: `LaundryError` for a name or a number that isn't allowed, or when the pet of the draft's id was deleted since; or
  ///   `StoreError`.
  package func add(_ draft: PetDraft) throws -> ChangedPet {
    let pet = try draft.pet(at: now)
    let isNew = try book.add(pet, title: "created \(pet.name)", at: now)
    guard let state = try book.state(of: pet.id) else { throw LaundryError(.unknownPet(pet.name, nearest: nil)) }
    return ChangedPet(pet: reading(state), namesakes: try namesakes(of: state.pet), isNew: isNew)
  }

  /// Makes a step.
  ///
  /// - Parameter taskID: The task that the pressed button was shown for (`PetState.taskID`), so that a press that is sent twice makes one
  ///   step; `nil` = whatever is possible now.
  /// - Throws: `LaundryError` with what is possible now, or when `name` names no pet; or `StoreError`.
  package func step(_ event: PetEvent, _ name: String, on taskID: String? = nil) throws -> Step {
    let pet = try match(name)
    let (state, isNew) = try book.step(event, of: pet.id, on: taskID, title: event.title(of: pet), at: now)
    return Step(pet: reading(state), isNew: isNew)
  }

  /// Makes a step, or ends the running timer now.
  ///
  /// - Throws: As `step`.
  package func signal(_ signal: LaundrySignal, _ name: String) throws -> Step {
    guard case .step(let event) = signal else {
      let pet = try match(name)
      let state = try book.end(pet.id, title: "ended the timer of \(pet.name)", at: now)
      return Step(pet: reading(state), isNew: true)
    }
    return try step(event, name)
  }

  /// Changes the settings of a pet, all or none. A timer that is running keeps its length.
  ///
  /// - Throws: `LaundryError` for what isn't allowed, or when `name` names no pet; or `StoreError`.
  package func edit(_ name: String, _ edits: [PetEdit]) throws -> ChangedPet {
    let pet = try match(name)
    let state = try book.edit(pet.id, edits, title: "edited \(pet.name)", at: now)
    return ChangedPet(pet: reading(state), namesakes: try namesakes(of: state.pet), isNew: state.pet != pet)
  }

  /// Deletes a pet with its timer and history.
  ///
  /// - Returns: The pet as it was.
  /// - Throws: `LaundryError` when `name` names no pet, or `StoreError`.
  package func delete(_ name: String) throws -> PetReading {
    let pet = try pet(name)
    try book.delete(pet.pet.id, title: "deleted \(pet.pet.name)", at: now)
    return pet
  }

  /// Deletes all pets with their timers and histories.
  ///
  /// - Returns: The number of pets and of tasks that were deleted.
  package func deleteAll() throws(StoreError) -> (pets: Int, tasks: Int) {
    try book.deleteAll(title: "deleted all laundry pets", at: now)
  }

  private func namesakes(of pet: Pet) throws(StoreError) -> Int {
    PetMatch.namesakes(of: pet.name, except: pet, in: try book.pets()).count
  }
}

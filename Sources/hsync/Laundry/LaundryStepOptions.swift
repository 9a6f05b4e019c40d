import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import LaundryPet
import Settings

/// The arguments of the commands that make a step, and the step.
struct LaundryStepOptions: ParsableArguments {
  @OptionGroup var pet: PetArgument

  @Flag(help: "Print the pet as JSON.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  /// Makes the step and prints the pet.
  ///
  /// - Parameter waits: Whether to follow the timer that the step starts; the pet is then printed at its end.
  func run(_ event: PetEvent, waits: Bool = false) async throws {
    let library = try library.open()
    let started = try await LaundrySteps.make(event, of: pet.name, in: library, at: LocalClock.now)
    guard waits, let task = started.task else { return show(started, after: event) }
    if !json {
      Output.line(LaundryWords.line(started, after: event))
      Output.flush()
    }
    let ended = try await LaundryCountdown(library: library, petID: started.pet.id, taskID: task.id).wait()
    if json { Output.json(ended.json) } else { Output.line(LaundryWords.end(ended)) }
  }

  private func show(_ pet: PetReading, after event: PetEvent) {
    if json { Output.json(pet.json) } else { Output.line(LaundryWords.line(pet, after: event)) }
  }
}

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
    let now = LocalClock.now
    let step = try LaundryDesk(library, at: now).step(event, pet.name)
    Configuration.atStart.laundry.hook.run(LaundryEvent(.step(event), step.pet, atMs: now.ms))
    // Best effort: whatever delivers notices plans them again first.
    _ = try? await NoticeDesk(library).plan()
    guard waits, let task = step.pet.task else { return show(step.pet, after: event) }
    if !json {
      Output.line(LaundryWords.line(step.pet, after: event))
      Output.flush()
    }
    let pet = try await LaundryCountdown(library: library, petID: step.pet.pet.id, taskID: task.id).wait()
    if json { Output.json(pet.json) } else { Output.line(LaundryWords.end(pet)) }
  }

  private func show(_ pet: PetReading, after event: PetEvent) {
    if json { Output.json(pet.json) } else { Output.line(LaundryWords.line(pet, after: event)) }
  }
}

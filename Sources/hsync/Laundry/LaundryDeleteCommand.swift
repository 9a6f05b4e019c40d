import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import LaundryPet
import Settings

/// `hsync laundry delete NAME`.
struct LaundryDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a pet with its timer and its history.",
    discussion: "It is deleted on every synced device. hsync undo brings it back on the same day.")

  @OptionGroup var pet: PetArgument

  @Flag(name: .shortAndLong, help: "Delete without asking.")
  var yes = false

  @Flag(help: "Print the pet as it was as JSON.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let library = try library.open()
    let now = LocalClock.now
    let pet = try LaundryDesk(library, at: now).pet(pet.name)
    let name = pet.pet.name.printable
    try Confirmation.require("delete \(name) and \(Quantity.count(pet.history.cycles, "cycle")) of its history?", isGiven: yes)
    let deleted = try LaundryDesk(library, at: now).delete(pet.pet.id)
    // Best effort: whatever delivers notices plans them again first.
    _ = try? await NoticeDesk(library).plan()
    if json { Output.json(deleted.json) } else { Output.line("deleted \(name)") }
  }
}

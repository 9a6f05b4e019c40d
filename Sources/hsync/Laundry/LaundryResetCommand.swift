import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import LaundryPet
import Settings

/// `hsync laundry reset`.
struct LaundryResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Delete all pets with their timers and histories, and set the laundry settings back.",
    discussion:
      "Nothing else of the library changes. The pets are deleted on every synced device. hsync undo brings them back on the same day.")

  @Flag(name: .shortAndLong, help: "Reset without asking.")
  var yes = false

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let library = try library.open()
    try Confirmation.require("delete all laundry pets, their history and the laundry settings?", isGiven: yes)
    let deleted = try LaundryDesk(library, at: LocalClock.now).deleteAll()
    try SettingsFile(paths: Paths()).resetLaundry()
    // Best effort: whatever delivers notices plans them again first.
    _ = try? await NoticeDesk(library).plan()
    if json { return Output.json(.object([("pets", JSON(deleted.pets)), ("tasks", JSON(deleted.tasks))])) }
    Output.line("Data reset: \(Quantity.count(deleted.pets, "pet")) deleted")
  }
}

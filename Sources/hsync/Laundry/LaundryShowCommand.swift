import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync laundry show NAME`.
struct LaundryShowCommand: ParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one pet: its laundry, health, streaks and settings.")

  @OptionGroup var pet: PetArgument

  @Flag(help: "Print the pet as JSON.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let reading = try LaundryDesk(library.open(), at: LocalClock.now).pet(pet.name)
    if json { return Output.json(reading.json) }
    LaundryWords.detail(reading).forEach(Output.line)
  }
}

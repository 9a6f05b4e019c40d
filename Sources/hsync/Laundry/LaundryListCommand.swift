import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync laundry list`, which is what `hsync laundry` does.
struct LaundryListCommand: ParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show all pets with their health and their laundry.")

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws { try LaundryListCommand.show(library.choice, json: json) }

  /// Runs the command with these values of its options. The defaults are those of the options.
  static func show(_ choice: LibraryChoice = LibraryChoice(path: nil, profile: nil), json: Bool = false) throws {
    let pets = try LaundryDesk(choice.open(), at: LocalClock.now).dashboard(hasHistory: json)
    if json { return Output.json(.object([("pets", .array(pets.map(\.json)))])) }
    LaundryWords.dashboard(pets, within: Terminal.room).forEach(Output.line)
  }
}

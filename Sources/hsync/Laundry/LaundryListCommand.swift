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

  func run() throws {
    let pets = try LaundryDesk(library.open(), at: LocalClock.now).dashboard()
    if json { return Output.json(.object([("pets", .array(pets.map(\.json)))])) }
    LaundryWords.dashboard(pets, within: Terminal.room).forEach(Output.line)
  }
}

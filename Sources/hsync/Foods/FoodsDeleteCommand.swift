import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync foods delete NAME`.
struct FoodsDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a food of your own; hsync undo brings it back.", aliases: ["rm"])

  @OptionGroup var own: OwnFoodArgument

  @Flag(help: "Print the food as it was as JSON.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let deleted = try OwnFoodDesk(library.open()).delete(own.name, at: LocalClock.now)
    if json { Output.json(deleted.json) } else { Output.line("deleted \(deleted.name.onOneLine)") }
  }
}

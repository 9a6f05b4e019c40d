import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore

/// `hsync conflicts delete`.
struct ConflictsDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete lost versions for good; the records themselves don't change.")

  @Argument(
    help: ArgumentHelp(
      "The conflicts' numbers, or any unique parts of their records' ids; - reads them from standard input.", valueName: "number"),
    completion: .conflicts)
  var names: [String] = []

  @Flag(help: "All conflicts.")
  var all = false

  @Flag(help: "Don't ask for confirmation of --all.")
  var yes = false

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if all != names.isEmpty { throw ValidationError("Give the conflicts' numbers, or --all.") }
  }

  func run() throws {
    let log = ConflictLog(try library.open())
    let numbers = try all ? nil : NamedConflicts(names, in: log).numbers
    if all {
      let count = try log.entries().count
      if count > 0 { try Confirmation.require("delete \(Quantity.count(count, "lost edit")) for good?", isGiven: yes) }
    }
    let forgotten = try log.forget(numbers)
    if json { return Output.json(.object([("forgotten", JSON(forgotten))])) }
    Output.line("deleted \(Quantity.count(forgotten, "lost edit"))")
  }
}

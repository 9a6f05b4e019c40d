import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync conflicts restore`.
struct ConflictsRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Write lost versions again, as new edits that are synced.",
    discussion: "A lost deletion deletes again. hsync undo takes it back; the conflict stays in the list until it is forgotten.")

  @Argument(
    help: ArgumentHelp(
      "The conflicts' numbers, or any unique parts of their records' ids; - reads them from standard input.", valueName: "number"),
    completion: .conflicts)
  var names: [String]

  @Flag(help: "One JSON object per conflict and line.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let log = ConflictLog(try library.open())
    // All are found before the first is restored; of several of one record the latest is what it becomes.
    let conflicts = try NamedConflicts(names, in: log).numbers.sorted().map { try log.entry($0) }
    try log.restore(conflicts, weight: { Quantity.weight($0) }, at: LocalClock.now)
    for conflict in conflicts {
      if json {
        let result = conflict.isRestored ? "unchanged" : "restored"
        Output.json(.object([("n", JSON(conflict.number)), ("result", .string(result))]))
      } else {
        Output.line(conflict.isRestored ? "already so: \(conflict.words)" : "restored: \(conflict.words)")
      }
    }
  }
}

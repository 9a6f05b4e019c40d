import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync conflicts restore`.
struct ConflictsRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore lost versions as new edits, which are synced.",
    discussion: """
      Restoring a lost deletion deletes the record again. hsync undo reverts it; the conflict stays in the list until it is deleted.
      """)

  @Argument(
    help: ArgumentHelp(
      "The conflicts' numbers, or any unique parts of their records' ids; - reads them from standard input.", valueName: "number"),
    completion: .conflicts)
  var names: [String]

  @Flag(help: "Print one JSON object per conflict, each on its own line.")
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

import ArgumentParser
import HealthModel
import HealthStore

/// `hsync queue retry`.
struct QueueRetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Send refused records again with the next sync, unchanged.",
    discussion: "Useful after the backend was fixed or configured differently; a record that is still invalid is refused again.")

  @Argument(
    help: ArgumentHelp(
      "The records' ids, or any unique parts of them, alone or as KIND/ID; - reads them from standard input.", valueName: "id"),
    completion: .refusedRecords)
  var names: [String] = []

  @Flag(help: "All refused records.")
  var all = false

  @Flag(help: "Print one JSON object per record, each on its own line.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if all != names.isEmpty { throw ValidationError("Give the records' ids, or --all.") }
  }

  func run() throws {
    let log = QuarantineLog(try library.open())
    let refused = try RefusedRecords(log)
    let chosen = try all ? refused.entries : refused.named(names)
    _ = try log.retry(chosen)
    for entry in chosen {
      if json {
        Output.json(.object([("kind", .string(entry.kind)), ("id", .string(entry.id)), ("result", .string("queued"))]))
      } else {
        Output.line("queued again: \(entry.words)")
      }
    }
    if chosen.isEmpty, !json { Output.line("there are no refused records") }
  }
}

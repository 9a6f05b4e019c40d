import ArgumentParser
import HealthModel
import HealthStore
import Settings

/// `hsync queue show`.
struct QueueShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a refused record and the reason.")

  @Argument(
    help: ArgumentHelp("The record's id, or any unique part of it, alone or as KIND/ID.", valueName: "id"),
    completion: .refusedRecords)
  var name: String

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    for entry in try RefusedRecords(QuarantineLog(library.open())).named([name]) {
      let record = try entry.json.map { try JSON(parsing: $0.utf8) } ?? .null
      if json {
        Output.json(.object(entry.members + [("record", record)]))
        continue
      }
      let moment = LocalClock.moment(atMs: entry.atMs)
      var columns = Columns([.left, .left])
      columns.add(["record", entry.name])
      columns.add(["what", entry.words])
      columns.add(["refused", "\(moment.day) \(moment.clock)"])
      columns.add(["reason", "\(entry.message) (\(entry.code))"])
      columns.lines().forEach(Output.line)
      if record != .null { record.indented.split(separator: "\n").map(String.init).forEach(Output.line) }
    }
  }
}

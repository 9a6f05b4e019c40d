import ArgumentParser
import HealthModel
import HealthStore
import Settings

/// `hsync conflicts show`.
struct ConflictsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the lost version beside the current one, field by field; with --json, both in full.")

  @Argument(
    help: ArgumentHelp("The conflict's number in the list, or any unique part of its record's id.", valueName: "number"),
    completion: .conflicts)
  var name: String

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let log = ConflictLog(try library.open())
    guard let number = try NamedConflicts([name], in: log).numbers.first else { return }
    let conflict = try log.entry(number)
    if json {
      let versions = try [("lost", conflict.lost), ("now", conflict.now)].map { name, text in
        (name, try text.map { try JSON(parsing: $0.utf8) } ?? .null)
      }
      return Output.json(.object(conflict.members + versions))
    }
    var columns = Columns([.left, .left])
    let (learned, won) = (LocalClock.moment(atMs: conflict.atMs), LocalClock.moment(atMs: conflict.wonAtMs))
    columns.add(["record", "\(conflict.kind)/\(conflict.id)"])
    columns.add(["lost", "\(conflict.words)\(conflict.isRestored ? " (restored)" : "")"])
    columns.add(["won", "device \(conflict.wonDevice), \(won.day) \(won.clock)"])
    columns.add(["learned", "\(learned.day) \(learned.clock)"])
    columns.lines().forEach(Output.line)
    if conflict.lost == nil, conflict.now != nil { Output.line("the lost edit is a deletion; restoring it deletes the record") }
    if conflict.lost != nil, conflict.now == nil { Output.line("the winning edit is a deletion; restoring brings the record back") }
    if conflict.isRestored || conflict.lost == nil || conflict.now == nil { return }
    var fields = Columns([.left, .left, .left])
    fields.add(["", "lost", "now"])
    for difference in conflict.differences { fields.add([difference.field, difference.lost, difference.now]) }
    fields.lines().forEach(Output.line)
  }
}

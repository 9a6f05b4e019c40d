import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync pending list`.
struct PendingListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List pending barcodes, oldest first.")

  @Flag(help: "Print one JSON object per code, each on its own line.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let waiting = try PendingFood(library.open()).list()
    var columns = Columns([.left, .left, .left, .left])
    for code in waiting {
      let since = LocalClock.moment(atMs: code.atMs)
      if json {
        Output.json(
          .object([
            ("gtin", .string(code.gtin.description)), ("text", .string(code.text)), ("reason", .string(code.reason)),
            ("since_ms", JSON(code.atMs)), ("wishes", .array(code.wishes.map(\.json))),
          ]))
      } else {
        let wishes = code.wishes.isEmpty ? "" : "to be logged" + (code.wishes.count > 1 ? " \(code.wishes.count) times" : "")
        columns.add([code.text, "\(since.day) \(since.clock)", wishes, code.reason])
      }
    }
    columns.lines().forEach(Output.line)
    if waiting.isEmpty, !json { Output.line("no barcodes are pending") }
  }
}

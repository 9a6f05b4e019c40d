import ArgumentParser
import HealthDesk
import HealthModel

/// `hsync plan done ID…`.
struct PlanDoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Tick items off; with --undo, reopen them.",
    discussion: "A weekly item is ticked off only in this week, or in the week given with --week.")

  @Argument(help: "The items' ids, or any unique parts of them; - reads them from standard input.", completion: .planItemsToTick)
  var ids: [String]

  @Flag(help: "Reopen the items.")
  var undo = false

  @Flag(help: "Print the items as JSON, one per line.")
  var json = false

  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    try PlanSession(library, week: week).change(.complete(!undo), ids, json: json)
  }
}

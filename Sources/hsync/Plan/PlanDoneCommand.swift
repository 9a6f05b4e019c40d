import ArgumentParser
import HealthDesk
import HealthModel

/// `hsync plan done ID…`.
struct PlanDoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Tick items off, or with --undo make them open again.",
    discussion: "Of a weekly item the one of this week, or of --week.")

  @Argument(help: "Ids as they are shown, or any unique parts of them; - reads them from standard input.", completion: .planItemsToTick)
  var ids: [String]

  @Flag(help: "Make them open again.")
  var undo = false

  @Flag(help: "An item per line, as JSON.")
  var json = false

  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    try PlanSession(library, week: week).change(.complete(!undo), ids, json: json)
  }
}

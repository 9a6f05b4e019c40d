import ArgumentParser
import HealthDesk
import HealthModel

/// `hsync plan delete ID…`.
struct PlanDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Take items out of the plan.",
    discussion: "Of a weekly item the one of this week, or of --week; --all takes out all its weeks.")

  @Argument(help: "Ids as they are shown, or any unique parts of them; - reads them from standard input.", completion: .planItems)
  var ids: [String]

  @Flag(help: "Weekly items whole.")
  var all = false

  @Flag(help: "An item per line, as JSON.")
  var json = false

  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    try PlanSession(library, week: week).change(.remove(wholeSeries: all), ids, json: json)
  }
}

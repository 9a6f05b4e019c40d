import ArgumentParser
import HealthDesk
import HealthModel

/// `hsync plan delete ID…`.
struct PlanDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete items from the plan.",
    discussion: "A weekly item is deleted only from this week, or from the week given with --week; --all deletes it from all weeks.")

  @Argument(help: "The items' ids, or any unique parts of them; - reads them from standard input.", completion: .planItems)
  var ids: [String]

  @Flag(help: "Delete weekly items in all weeks.")
  var all = false

  @Flag(help: "Print the items as JSON, one per line.")
  var json = false

  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    try PlanSession(library, week: week).change(.remove(wholeSeries: all), ids, json: json)
  }
}

import ArgumentParser
import HealthDesk
import HealthModel

/// `hsync plan edit ID TITLE…`.
struct PlanRenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Call an item something else.",
    discussion: "Of a weekly item the one of this week, or of --week; --all renames all its weeks.")

  @Argument(help: "The item's id as it is shown, or any unique part of it.", completion: .planItems)
  var id: String

  @Argument(help: "What it is called from now on.")
  var title: [String]

  @Flag(help: "A weekly item in all its weeks.")
  var all = false

  @Flag(help: "The item as JSON.")
  var json = false

  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    try PlanSession(library, week: week).change(.rename(title.joined(separator: " "), wholeSeries: all), [id], json: json)
  }
}

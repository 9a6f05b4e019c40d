import ArgumentParser
import HealthDesk
import HealthModel

/// `hsync plan edit ID TITLE…`.
struct PlanRenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Rename an item.",
    discussion: "A weekly item is renamed only in this week, or in the week given with --week; --all renames it in all weeks.")

  @Argument(help: "The item's id, or any unique part of it.", completion: .planItems)
  var id: String

  @Argument(help: "The new title.")
  var title: [String]

  @Flag(help: "Rename a weekly item in all weeks.")
  var all = false

  @Flag(help: "Print the item as JSON.")
  var json = false

  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    try PlanSession(library, week: week).change(.rename(title.joined(separator: " "), wholeSeries: all), [id], json: json)
  }
}

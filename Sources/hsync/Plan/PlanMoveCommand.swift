import ArgumentParser
import HealthDesk
import HealthModel

/// `hsync plan move ID… DAY`.
struct PlanMoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move items to another day.", usage: "hsync plan move ID… DAY [--week WEEK] [--json]",
    discussion: "A weekly item is moved only in this week, or in the week given with --week. Weekdays are those of that week.")

  // Unrecognised, because the parser takes -1 for an option.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The items' ids, then the day: fri, tomorrow, +2, -1 or 2026-02-10.", valueName: "id… day"),
    completion: .planItems)
  var words: [String] = []

  @Flag(help: "Print the items as JSON, one per line.")
  var json = false

  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if let option = words.dropLast().first(where: { $0.hasPrefix("-") && $0 != "-" }) {
      throw ValidationError("Unknown option '\(option)'")
    }
    guard words.count >= 2, let day = words.last else { throw ValidationError("Give an id and a day: hsync plan move ID fri") }
    do { _ = try TypedDay(day) } catch { throw ValidationError(error.description) }
  }

  func run() throws {
    let session = try PlanSession(library, week: week)
    let day = session.day(try words.last.map { try TypedDay($0) })
    try session.change(.move(to: day), Array(words.dropLast()), json: json)
  }
}

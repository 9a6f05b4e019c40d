import ArgumentParser
import HealthStore
import Settings

/// `hsync weight delete DAY`.
struct WeightDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete the weight logged for a day; hsync undo brings it back.")

  @Argument(help: "today, yesterday or 2026-02-10.")
  var day: DayArgument

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let diary = try WeightLog(library.open())
    try diary.delete(day.day, at: LocalClock.now)
    Output.line("deleted the weight of \(day.day)")
  }
}

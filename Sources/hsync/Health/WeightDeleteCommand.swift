import ArgumentParser
import HealthModel
import HealthStore
import Settings

/// `hsync weight delete DAY`.
struct WeightDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete the weight logged for a day; hsync undo brings it back.",
    usage: "hsync weight delete DAY")

  // Unrecognised, because the parser takes -1 for an option.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("today, yesterday, -2, monday or 2026-02-10.", valueName: "day"), completion: .days)
  var words: [String] = []

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if try TypedDay.only(of: words) == nil { throw ValidationError("Give the day: hsync weight delete yesterday") }
  }

  func run() throws {
    guard let day = try TypedDay.only(of: words)?.day else { return }
    let diary = try WeightLog(library.open())
    try diary.delete(day, at: LocalClock.now)
    Output.line("deleted the weight of \(day)")
  }
}

import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync meals delete`.
struct MealsDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete entries; hsync undo brings them back.")

  @Argument(help: "The entries' ids, or any unique part of them.", completion: .meals)
  var ids: [String]

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let diary = try Diary(library.open())
    var failures = Failures()
    let (meals, errors) = diary.meals(matching: ids)
    errors.forEach { failures.report($0) }
    // As one change, so that one undo brings all of them back.
    try diary.delete(meals, at: LocalClock.now)
    for meal in meals { Output.line("deleted \(meal.name) of \(meal.eatenAt.day) \(meal.eatenAt.clock)") }
    try failures.throwIfAny()
  }
}

import ArgumentParser
import HealthStore

/// `hsync meals delete`.
struct MealsDelete: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete entries; hsync undo brings them back.")

  @Argument(help: "The entries' ids, or the ends of them that are shown.", completion: .meals)
  var ids: [String]

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let diary = try MealLog(library.open())
    // All are found before the first is deleted: a wrong id among them deletes nothing.
    let meals = try ids.map { try diary.meal(matching: $0) }
    try diary.delete(meals, at: LocalClock.now)
    for meal in meals { Output.line("deleted \(meal.name) of \(meal.eatenAt.day) \(meal.eatenAt.clock)") }
  }
}

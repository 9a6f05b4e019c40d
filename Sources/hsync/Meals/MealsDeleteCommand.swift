import ArgumentParser
import HealthModel
import HealthStore

/// `hsync meals delete`.
struct MealsDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete entries; hsync undo brings them back.")

  @Argument(help: "The entries' ids, or any unique part of them.", completion: .meals)
  var ids: [String]

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let diary = try MealLog(library.open())
    var failures = Failures()
    var meals: [Meal] = []
    for id in ids {
      do {
        let meal = try diary.meal(matching: id)
        if !meals.contains(where: { $0.id == meal.id }) { meals.append(meal) }
      } catch {
        failures.report(error)
      }
    }
    // As one change, so that one undo brings all of them back.
    try diary.delete(meals, at: LocalClock.now)
    for meal in meals { Output.line("deleted \(meal.name) of \(meal.eatenAt.day) \(meal.eatenAt.clock)") }
    try failures.throwIfAny()
  }
}

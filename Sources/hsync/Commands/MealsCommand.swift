import ArgumentParser

/// `hsync meals`: what was eaten on a day; change or delete an entry.
struct Meals: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "meals",
    abstract: "List a day's meals; edit or delete one.",
    subcommands: [MealsList.self, MealsEdit.self, MealsDelete.self],
    defaultSubcommand: MealsList.self)
}

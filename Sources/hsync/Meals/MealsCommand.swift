import ArgumentParser

/// `hsync meals`: what was eaten on a day; change or delete an entry.
struct MealsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "meals",
    abstract: "List a day's meals; edit or delete one.",
    subcommands: [MealsListCommand.self, MealsEditCommand.self, MealsDeleteCommand.self],
    defaultSubcommand: MealsListCommand.self)
}

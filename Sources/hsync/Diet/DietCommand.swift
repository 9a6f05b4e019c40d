import ArgumentParser

/// `hsync diet`: the diet plan, and a subcommand for each thing that can be done to it.
struct DietCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diet",
    abstract: "Follow a diet plan: the day's phase, calories, macros and streak; set it up, learn why, pause or stop it.",
    discussion: """
      The plan alternates two weeks of diet with two weeks at maintenance, as in the MATADOR study; the first week is gentle. Only calendar \
      days count. It is no medical advice. hsync undo undoes each change.
      """,
    subcommands: [
      DietShowCommand.self, DietSetupCommand.self, DietWhyCommand.self, DietLearnCommand.self, DietHistoryCommand.self,
      DietSettingsCommand.self, DietPauseCommand.self, DietResumeCommand.self, DietStopCommand.self,
    ],
    defaultSubcommand: DietShowCommand.self)
}

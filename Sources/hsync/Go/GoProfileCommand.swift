import ArgumentParser

/// `hsync go profile`.
struct GoProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Show, set or delete the profile: activities, dog, preset and notices.",
    subcommands: [GoProfileShowCommand.self, GoProfileSetCommand.self, GoProfileDeleteCommand.self],
    defaultSubcommand: GoProfileShowCommand.self)
}

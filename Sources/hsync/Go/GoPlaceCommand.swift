import ArgumentParser

/// `hsync go place`.
struct GoPlaceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "place", abstract: "Save the places that forecasts are made for, and choose one.",
    subcommands: [GoPlaceListCommand.self, GoPlaceAddCommand.self, GoPlaceUseCommand.self, GoPlaceDeleteCommand.self],
    defaultSubcommand: GoPlaceListCommand.self)
}

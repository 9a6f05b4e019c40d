import ArgumentParser

/// `hsync serve devices`.
struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List the browsers that are let in, and shut them out.",
    subcommands: [DevicesListCommand.self, DevicesRevokeCommand.self], defaultSubcommand: DevicesListCommand.self)
}

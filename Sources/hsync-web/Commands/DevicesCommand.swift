import ArgumentParser

/// `hsync serve devices`.
struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List the paired browsers, and revoke them.",
    subcommands: [DevicesListCommand.self, DevicesRevokeCommand.self], defaultSubcommand: DevicesListCommand.self)
}

import ArgumentParser

/// `hsync serve tokens`.
struct TokensCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens", abstract: "List, create and revoke the tokens of apps, calendars and homes.",
    subcommands: [TokensListCommand.self, TokensAddCommand.self, TokensRevokeCommand.self], defaultSubcommand: TokensListCommand.self)
}

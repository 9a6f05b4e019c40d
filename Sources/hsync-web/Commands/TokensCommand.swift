import ArgumentParser

/// `hsync serve tokens`.
struct TokensCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens", abstract: "List, create and revoke the tokens with which apps send data.",
    subcommands: [TokensListCommand.self, TokensAddCommand.self, TokensRevokeCommand.self], defaultSubcommand: TokensListCommand.self)
}

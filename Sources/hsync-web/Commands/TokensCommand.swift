import ArgumentParser

/// `hsync serve tokens`.
struct TokensCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens", abstract: "List the tokens with which apps send data, make and revoke them.",
    subcommands: [TokensListCommand.self, TokensAddCommand.self, TokensRevokeCommand.self], defaultSubcommand: TokensListCommand.self)
}

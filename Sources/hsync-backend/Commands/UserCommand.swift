import ArgumentParser

/// `hsync-backend user …`: works alongside a running server, where it takes effect at once.
struct UserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Add, list, export and delete users and their tokens; a running server applies changes at once.",
    subcommands: [
      UserAddCommand.self, UserTokenCommand.self, UserTokensCommand.self, UserListCommand.self, UserExportCommand.self,
      UserRevokeCommand.self, UserDeleteCommand.self,
    ])
}

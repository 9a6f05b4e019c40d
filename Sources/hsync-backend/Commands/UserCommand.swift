import ArgumentParser

/// `hsync-backend user …`: works beside a running server, which knows at once.
struct UserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Add, list, revoke and delete users; a running server knows at once.",
    subcommands: [UserAddCommand.self, UserTokenCommand.self, UserListCommand.self, UserRevokeCommand.self, UserDeleteCommand.self])
}

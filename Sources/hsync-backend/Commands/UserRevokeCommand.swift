import ArgumentParser
import SyncBackend
import Usage

/// `hsync-backend user revoke NAME`.
struct UserRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Revoke all tokens of a user at once; the records stay.")

  @Argument(help: "The user.")
  var name: String

  @OptionGroup var data: DataPlace

  func run() async throws {
    let count = try data.users().revokeTokens(of: name)
    StandardStreams.notice("revoked \(count) \(count == 1 ? "token" : "tokens") of \(name)")
  }
}

import ArgumentParser
import SyncBackend
import Usage

/// `hsync-backend user revoke NAME`.
struct UserRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Revoke all tokens of a user at once, or one of them; the records stay.")

  @Argument(help: "The user.")
  var name: String

  @Option(
    help: ArgumentHelp(
      "Revoke this token alone, with its refresh token and the tokens renewed from it.",
      discussion: "The ids are listed by: hsync-backend user tokens NAME", valueName: "ID"))
  var token: String?

  @OptionGroup var data: DataPlace

  func validate() throws {
    if token?.isEmpty == true { throw ValidationError("--token is empty: give an id of hsync-backend user tokens \(name)") }
  }

  func run() async throws {
    if let token {
      try data.users().revokeToken(token.lowercased(), of: name)
      StandardStreams.notice("revoked the token \(token.lowercased()) of \(name)")
      return
    }
    let count = try data.users().revokeTokens(of: name)
    StandardStreams.notice("revoked \(count) \(count == 1 ? "token" : "tokens") of \(name)")
  }
}

import ArgumentParser
import SyncBackend
import Usage

/// `hsync-backend user token NAME`.
struct UserTokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Print one more token for a user; the others stay valid.")

  @Argument(help: "The user.")
  var name: String

  @OptionGroup var lifetime: TokenLifetime

  @OptionGroup var scope: TokenScopeOption

  @OptionGroup var data: DataPlace

  func run() async throws {
    StandardStreams.answer(try data.users().addToken(for: name, lifetimeMs: lifetime.ms, scope: scope.value).line)
  }
}

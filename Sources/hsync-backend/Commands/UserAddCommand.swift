import ArgumentParser
import SyncBackend
import Usage

/// `hsync-backend user add NAME`.
struct UserAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a user and print their token.",
    discussion: """
      The token is printed this once: only its hash is kept. It goes into: hsync login --url URL --token-stdin
      With --lifetime the line is JSON that holds a refresh token too; hsync renews the token by itself.
      """)

  @Argument(help: "Letters, digits, and . _ - @ + after the first.")
  var name: String

  @OptionGroup var lifetime: TokenLifetime

  @OptionGroup var scope: TokenScopeOption

  @OptionGroup var data: DataPlace

  func run() async throws {
    StandardStreams.answer(try data.users(makesFolder: true).add(name, lifetimeMs: lifetime.ms, scope: scope.value).line)
  }
}

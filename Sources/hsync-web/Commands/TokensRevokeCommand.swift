import ArgumentParser
import HealthStore
import Usage

/// `hsync serve tokens revoke`.
struct TokensRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Revoke a token; requests that use it are refused from then on.")

  @Argument(help: ArgumentHelp("The id shown by tokens list, or a unique beginning of it.", valueName: "id"))
  var id: String

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let token = try AppTokens(library.open()).revoke(id)
    StandardStreams.answer("revoked \(token.name) (\(token.id))")
  }
}

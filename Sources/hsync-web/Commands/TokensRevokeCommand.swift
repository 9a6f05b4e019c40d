import ArgumentParser
import HealthStore
import Usage

/// `hsync serve tokens revoke`.
struct TokensRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Take a token back; what sends it is refused from then on.")

  @Argument(help: ArgumentHelp("The id as tokens list shows it, or a unique beginning of it.", valueName: "id"))
  var id: String

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let token = try IngestTokens(library.open()).revoke(id)
    StandardStreams.answer("revoked \(token.name) (\(token.id))")
  }
}

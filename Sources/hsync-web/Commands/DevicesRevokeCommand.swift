import ArgumentParser
import HealthStore
import Usage

/// `hsync serve devices revoke`.
struct DevicesRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Revoke a browser; its session ends at once.")

  @Argument(help: ArgumentHelp("The id shown by devices list, or a unique beginning of it.", valueName: "id"))
  var id: String

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let session = try BrowserSessions(library.open()).revoke(id)
    StandardStreams.answer("revoked \(session.name) (\(session.id))")
  }
}

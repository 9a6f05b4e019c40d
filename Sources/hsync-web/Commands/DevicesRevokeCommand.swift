import ArgumentParser
import HealthStore
import Usage

/// `hsync serve devices revoke`.
struct DevicesRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Shut a browser out; its next page says so.")

  @Argument(help: ArgumentHelp("The id as devices list shows it, or a unique beginning of it.", valueName: "id"))
  var id: String

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let session = try BrowserSessions(library.open()).revoke(id)
    StandardStreams.answer("shut out \(session.name) (\(session.id))")
  }
}

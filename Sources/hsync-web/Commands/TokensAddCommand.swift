import ArgumentParser
import HealthModel
import HealthStore
import HealthWeb
import Settings
import Usage

/// `hsync serve tokens add`.
struct TokensAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Create a token and print it; it can't be shown again.",
    discussion: """
      An app sends the token as Authorization: Bearer TOKEN to /ingest/health-auto-export and /ingest/photo. It gives access to nothing \
      else.
      """)

  @Argument(help: ArgumentHelp("A name for the token, like Phone.", valueName: "name"))
  var name: String

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    guard ForeignText.cleaned(name) != nil else { throw ValidationError("a token needs a name, like Phone") }
  }

  func run() async throws {
    let key = IngestKey()
    let token = IngestToken(hash: key.hash, name: String((ForeignText.cleaned(name) ?? "").prefix(100)), createdAtMs: LocalClock.nowMs)
    try IngestTokens(library.open()).add(token)
    StandardStreams.answer(key.text)
  }
}

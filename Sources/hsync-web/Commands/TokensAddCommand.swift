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
      A token gives access to one thing. send: an app sends it as Authorization: Bearer TOKEN to /ingest/health-auto-export, \
      /ingest/photo and /ingest/laundry. figures: a home reads /figures.json with it, in the same way. calendar: the link that is \
      printed shows the plan to a calendar program.
      """)

  @Argument(help: ArgumentHelp("A name for the token, like Phone.", valueName: "name"))
  var name: String

  @Option(name: .customLong("for"), help: ArgumentHelp("send, calendar or figures.", valueName: "thing"))
  var scope = AppScope.send

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    guard let name = ForeignText.cleaned(name) else { throw ValidationError("a token needs a name, like Phone") }
    if name.count > AppToken.longestName {
      throw ValidationError("a token's name has at most \(AppToken.longestName) characters")
    }
  }

  func run() async throws {
    let (key, library) = (AppKey(), try library.open())
    let name = ForeignText.cleaned(name) ?? ""
    try AppTokens(library).add(AppToken(hash: key.hash, name: name, scope: scope, createdAtMs: LocalClock.nowMs))
    guard scope == .calendar else { return StandardStreams.answer(key.text) }
    let address = try ServerPresence.lastAddress(in: library)
    StandardStreams.answer(key.calendarLink(at: address ?? LocalAddress(port: ServeCommand.usualPort).url))
    if address == nil { StandardStreams.notice("the pages weren't served yet: the link is for hsync serve without options") }
  }
}

extension AppScope: ExpressibleByArgument {}

import ArgumentParser
import HealthModel
import HealthStore
import Settings
import Usage

/// `hsync serve tokens list`.
struct TokensListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the tokens of apps, calendars and homes.")

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let tokens = try AppTokens(library.open()).all()
    if json { return StandardStreams.answer(JSON.object([("tokens", .array(tokens.map(\.json)))])) }
    if tokens.isEmpty { return StandardStreams.answer("there are no tokens") }
    let zone = Configuration.read(Paths()).settings.zone
    let clock = ZoneClock { zone }
    for token in tokens {
      let used = token.usedAtMs.map(clock.moment(atMs:)).map { "last used \($0.day) \($0.clock)" } ?? "never used"
      StandardStreams.answer("\(token.id)  \(token.name), for \(token.scope.rawValue), \(used)")
    }
  }
}

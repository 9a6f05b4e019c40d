import ArgumentParser
import HealthModel
import HealthStore
import HealthWeb
import Settings
import Usage

/// `hsync serve devices list`.
struct DevicesListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the paired browsers.")

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let since = LocalClock.nowMs - SessionToken.lifetimeMs
    let sessions = try BrowserSessions(library.open()).all(seenSinceMs: since)
    if json { return StandardStreams.answer(JSON.object([("devices", .array(sessions.map(\.json)))])) }
    if sessions.isEmpty { return StandardStreams.answer("no browser is paired") }
    let zone = Configuration.read(Paths()).settings.zone
    let clock = ZoneClock { zone }
    for session in sessions {
      let seen = clock.moment(atMs: session.seenAtMs)
      let from = session.seenFrom.map { " from \($0)" } ?? ""
      let notices = session.push == nil ? "" : ", gets notices"
      StandardStreams.answer("\(session.id)  \(session.name), last seen \(seen.day) \(seen.clock)\(from)\(notices)")
    }
  }
}

extension BrowserSession {
  fileprivate var json: JSON {
    .object([
      ("id", .string(id)), ("name", .string(name)), ("created_at_ms", JSON(createdAtMs)), ("seen_at_ms", JSON(seenAtMs)),
      ("seen_from", JSON(seenFrom)), ("notices", .bool(push != nil)),
    ])
  }
}

import ArgumentParser
import Foundation
import Settings

/// `hsync serve install`.
struct ServeInstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Serve the pages by a systemd service while you are logged in; replaces an earlier service.",
    discussion: """
      Runs hsync serve with the current library and settings: HSYNC_DB, HSYNC_CONFIG, HSYNC_ZONE, XDG_… and TZ are carried over. It is \
      restarted if it fails.
      """)

  @Option(help: ArgumentHelp("The port to listen on, 1 to 65535.", valueName: "N"))
  var port = 4747

  @Option(help: ArgumentHelp("The address under which a proxy on this machine serves the pages: https://HOST.", valueName: "url"))
  var origin: String?

  @Flag(help: "Print the unit instead of installing it.")
  var print = false

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    guard (1...65_535).contains(port) else { throw ValidationError("A service needs a port that stays: 1 to 65535.") }
    if let origin, !ServeInstallCommand.isOrigin(origin) { throw ValidationError("An origin is https://HOST or https://HOST:PORT.") }
    if print, json { throw ValidationError("Give --print or --json, not both.") }
  }

  func run() throws {
    let unit = WebUnit(run: try ScheduledRun(library: library.named), port: port, origin: origin, since: LocalClock.now)
    if print { return Output.document(String(unit.text.dropLast())) }
    let service = WebService()
    try service.install(unit)
    let state = try service.state()
    if json { Output.json(WebService.State.json(state)) } else { state?.lines.forEach(Output.line) }
    if service.endsAtLogout { Output.notice("it runs while you are logged in; to have it run always: loginctl enable-linger") }
    if !json { Output.notice("to pair a browser: hsync serve --pair") }
  }

  /// Whether hsync-web takes it: a scheme, a host and perhaps a port, nothing else.
  private static func isOrigin(_ text: String) -> Bool {
    guard let parts = URLComponents(string: text), parts.scheme?.lowercased() == "https", let host = parts.host, !host.isEmpty else {
      return false
    }
    return parts.user == nil && parts.query == nil && parts.fragment == nil && ["", "/"].contains(parts.path)
      && !text.utf8.contains { $0 <= 0x20 || $0 == 0x2C }
  }
}

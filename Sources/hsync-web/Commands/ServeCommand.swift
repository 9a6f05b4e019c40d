import ArgumentParser
import HealthModel
import HealthStore
import HealthWeb
import Logging
import Products
import Settings
import Transport
import Usage

/// `hsync serve`: serves the pages, or gets a pairing link from a running server.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the pages of the companion on this machine, until SIGTERM or Ctrl-C.",
    discussion: """
      --pair prints a link that pairs one browser; it works once, within 10 minutes. On a terminal it is also shown as a QR code for a \
      phone's camera. --open opens the link here. If the library is already being served, both get a link from that server and exit.

      --lan listens on the local network instead of on this machine alone. It needs --insecure-http, because there is no TLS: anyone on \
      the network can then read what the pages show and act as the paired browsers, and phones offer neither offline use nor notices. \
      --origin, with a TLS proxy on this machine, has none of these drawbacks; docs/companion.md has a recipe.
      """)

  /// The port without `--port`.
  static let usualPort = 4747

  @Option(help: ArgumentHelp("The port to listen on, 0 for any free one.", valueName: "N"))
  var port = ServeCommand.usualPort

  @Option(
    help: ArgumentHelp("The address under which a proxy on this machine serves the pages: https://HOST.", valueName: "url"),
    transform: {
      guard let origin = PublicOrigin($0) else { throw ValidationError("an origin is https://HOST or https://HOST:PORT") }
      return origin
    })
  var origin: PublicOrigin?

  @Flag(help: "Listen on the local network, without TLS; needs --insecure-http.")
  var lan = false

  @Flag(name: .customLong("insecure-http"), help: "Accept that anyone on the network can read the pages and act as the paired browsers.")
  var insecureHTTP = false

  @Flag(help: "Print a link that pairs a browser.")
  var pair = false

  @Flag(help: "Open such a link in a browser on this machine.")
  var open = false

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("a port is a number from 0 to 65535") }
    guard !lan || origin == nil else { throw ValidationError("give --lan or --origin, not both: the proxy of --origin is on this machine") }
    guard lan || !insecureHTTP else { throw ValidationError("--insecure-http is for --lan") }
  }

  func run() async throws {
    let (origin, transport, network) = (origin, CurlTransport(), try networkAddress())
    let catalog = ProductCatalog()
    let settings = try FollowedSettings(Paths()) { try WebSettings($0, origin: origin, transport: transport, catalog: catalog) }
    let library = try await library.shared()
    let clock = ZoneClock { settings.health.zone }
    let words = ServeWords(asJSON: json)
    let (pair, open) = (pair, open)
    @Sendable func invite(to address: String) async throws {
      guard pair || open else { return }
      let code = PairingCode()
      let now = clock.nowMs
      try await library.write { try BrowserSessions($0).offer(code.hash, atMs: now) }
      let link = code.link(at: address)
      if pair { words.tell(link: link, endsAtMs: PairingCode.endMs(madeAtMs: now)) }
      guard open, await !Browser.open(link) else { return }
      StandardStreams.notice("no browser could be opened here; open the link yourself")
      if !pair { words.tell(link: link, endsAtMs: PairingCode.endMs(madeAtMs: now)) }
    }
    switch try await library.write({ try ServerPresence.enter($0, nowMs: clock.nowMs) }) {
    case .served(let address):
      guard pair || open else { throw ServerPresence.servedAlready(library.path, address: address) }
      guard let address else { throw ServerPresence.servedAlready(library.path, address: nil) }
      try await invite(to: address)
      try await library.close()
    case .ours(let presence):
      var logger = Logger(label: "hsync-web", factory: { StreamLogHandler.standardError(label: $0) })
      logger.logLevel = .error
      let web = WebServer(library, settings: settings, isOnNetwork: network != nil, clock: clock, logger: logger)
      try await web.run(port: port) { port in
        let address = LocalAddress(port: port, origin: origin, network: network).url
        do {
          try await library.write { try presence.tell(address: address, in: $0) }
          words.tell(url: address)
          try await invite(to: address)
        } catch let error as any UserFacingError {
          // The pages are served all the same.
          HSyncWeb.complain(error)
        } catch {
          HSyncWeb.complain(WebError(.noProgram, "\(type(of: error))", hint: nil, kind: .software))
        }
      }
      withExtendedLifetime(presence) {}
    }
  }

  /// The address on the local network with `--lan`; `nil` without.
  private func networkAddress() throws -> String? {
    guard lan else { return nil }
    guard insecureHTTP else {
      throw WebError(
        .insecure, "without TLS, anyone on the network could read the pages and act as your phone",
        hint: "serve them by a TLS proxy: --origin https://HOST (recipe in docs/companion.md); or accept that: --lan --insecure-http",
        kind: .usage)
    }
    guard let address = NetworkAddress.first() else {
      throw WebError(
        .noNetwork, "this computer has no IPv4 address on a network", hint: "connect it to one, then try again", kind: .unavailable)
    }
    StandardStreams.notice("without TLS: anyone on the network can read the pages and act as the paired browsers")
    return address
  }
}

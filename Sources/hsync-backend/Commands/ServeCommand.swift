import ArgumentParser
import Glibc
import HealthModel
import Logging
import SyncBackend
import Usage

/// `hsync-backend serve`.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve until SIGTERM or Ctrl-C.",
    discussion: """
      Prints one line when it is ready: hsync-backend listening on http://127.0.0.1:8787
      It speaks plain HTTP: put it behind a proxy with TLS before it leaves this machine.
      """)

  @OptionGroup var data: DataPlace

  @Option(help: ArgumentHelp("The port to listen on, 0 for any free one.", valueName: "N"))
  var port = 8787

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "ADDRESS"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("The largest request body in bytes, before and after decompression.", valueName: "N"))
  var maxBodyBytes = BackendLimits().maxBodyBytes

  @Option(help: ArgumentHelp("Sustained requests per second and user; 0 for no limit.", valueName: "N"))
  var rate = BackendLimits().requestsPerSecond

  @Option(help: ArgumentHelp("The limit for one user's records, in MiB.", valueName: "N"))
  var quota = BackendLimits().maxUserBytes >> 20

  @Option(help: ArgumentHelp("Connections to a PostgreSQL database, at most.", discussion: "Default: 8", valueName: "N"))
  var connections: Int?

  @Flag(help: "Start even if this machine's clock seems wrong.")
  var trustClock = false

  @Flag(name: .shortAndLong, help: "Log each refused request as well.")
  var verbose = false

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("a port is a number from 0 to 65535") }
    guard ServeCommand.isAddress(host) else {
      throw ValidationError("--host takes an address or a name of this machine, like 127.0.0.1, ::1 or 0.0.0.0, not '\(host)'")
    }
    guard (0...1_000_000).contains(rate) else { throw ValidationError("--rate is from 0 to 1000000") }
    guard (1...(1 << 30)).contains(quota) else { throw ValidationError("--quota is from 1 to 1073741824") }
    guard connections == nil || data.isDatabase else {
      throw ValidationError("--connections is for a PostgreSQL database, and the data are in a folder")
    }
    guard (1...1000).contains(connections ?? 8) else { throw ValidationError("--connections is from 1 to 1000") }
    guard (1024...(1 << 30)).contains(maxBodyBytes) else { throw ValidationError("--max-body-bytes is from 1024 to 1073741824") }
  }

  func run() async throws {
    BackendServer.prepareProcess()
    let log = LogQueue(writingTo: STDERR_FILENO)
    defer { log.finish() }
    LoggingSystem.bootstrap { QueuedLogHandler(label: $0, queue: log) }
    var logger = Logger(label: "hsync-backend")
    logger.logLevel = verbose ? .debug : .notice
    var limits = BackendLimits()
    limits.maxBodyBytes = maxBodyBytes
    limits.requestsPerSecond = rate
    limits.maxUserBytes = quota << 20
    limits.fitDescriptors()
    let clock = ServerClock(wall: WallClock.nowMs, boot: WallClock.sinceBootMs) { [logger] wallMs in
      logger.error(
        "the clock has jumped and isn't followed: if the new time is right, start the server again", metadata: ["ms": "\(wallMs)"])
    }
    let backend = try BackendServer(
      at: data.place(connections: connections ?? 8), limits: limits, now: { clock.nowMs }, trustsClock: trustClock, logger: logger)
    if !["127.0.0.1", "::1", "localhost"].contains(host) {
      logger.warning("tokens and records travel unencrypted to this address: put a proxy with TLS in front", metadata: ["host": "\(host)"])
    }
    try await backend.run(host: host, port: port) { url in
      StandardStreams.answer("hsync-backend listening on \(url)")
    }
  }

  /// Whether the host can be resolved: it is an address itself, or a name with one.
  private static func isAddress(_ host: String) -> Bool {
    var found: UnsafeMutablePointer<addrinfo>?
    defer { if let found { freeaddrinfo(found) } }
    return getaddrinfo(host, nil, nil, &found) == 0
  }
}

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

  @Option(help: ArgumentHelp("The port to listen on, 0 for any free one.", discussion: "Default: 8787", valueName: "N"))
  var port: Int?

  @Option(help: ArgumentHelp("The address to listen on.", discussion: "Default: 127.0.0.1", valueName: "ADDRESS"))
  var host: String?

  @Option(help: ArgumentHelp("A Unix socket to listen on instead, by its absolute path.", valueName: "PATH"), completion: .file())
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "Serve /metrics for Prometheus there, without a token: a port, ADDRESS:PORT, or the absolute path of a socket.",
      valueName: "ADDRESS"))
  var metrics: String?

  @Option(help: ArgumentHelp("The form of the log's lines: text or json.", valueName: "FORM"))
  var log = LogForm.text

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
    guard (0...65_535).contains(port ?? 0) else { throw ValidationError("a port is a number from 0 to 65535") }
    if let host, !ServeCommand.isAddress(host) {
      throw ValidationError("--host takes an address or a name of this machine, like 127.0.0.1, ::1 or 0.0.0.0, not '\(host)'")
    }
    if let socket {
      guard port == nil, host == nil else { throw ValidationError("--socket excludes --port and --host") }
      guard case .socket? = ListenAddress(socket) else { throw ValidationError("--socket takes an absolute path of at most 107 bytes") }
    }
    if let metrics {
      guard let address = ListenAddress(metrics) else {
        throw ValidationError("--metrics takes a port, ADDRESS:PORT or the absolute path of a socket, not '\(metrics)'")
      }
      if case .port(let host, _) = address, !ServeCommand.isAddress(host) {
        throw ValidationError("--metrics takes an address of this machine, not '\(host)'")
      }
      guard metrics != socket else { throw ValidationError("--socket and --metrics name the same path") }
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
    let lines = LogQueue(writingTo: STDERR_FILENO)
    defer { lines.finish() }
    LoggingSystem.bootstrap { [log] in QueuedLogHandler(label: $0, queue: lines, form: log) }
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
    let host = host ?? "127.0.0.1"
    if !["127.0.0.1", "::1", "localhost"].contains(host) {
      logger.warning("tokens and records travel unencrypted to this address: put a proxy with TLS in front", metadata: ["host": "\(host)"])
    }
    let address = socket.map { ListenAddress.socket($0) } ?? .port(host: host, port: port ?? 8787)
    try await backend.run(on: address, metrics: metrics.flatMap { ListenAddress($0) }) { moment in
      switch moment {
      case .listening(let url):
        StandardStreams.answer("hsync-backend listening on \(url)")
        ServiceManager.tell("READY=1")
      case .stopping: ServiceManager.tell("STOPPING=1")
      }
    }
  }

  /// Whether the host can be resolved: it is an address itself, or a name with one.
  private static func isAddress(_ host: String) -> Bool {
    var found: UnsafeMutablePointer<addrinfo>?
    defer { if let found { freeaddrinfo(found) } }
    return getaddrinfo(host, nil, nil, &found) == 0
  }
}

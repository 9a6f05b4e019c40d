import Glibc
import HealthModel
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The sync server: routes over one database.
package struct BackendServer: Sendable {
  private let store: any BackendStore
  private let limits: BackendLimits
  private let now: @Sendable () -> Int64
  private let logger: Logger
  private let lock: ServingLock?
  private let connections: ConnectionTable

  /// A server over a store, which it makes ready: see `BackendStore.beginServing`.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - trustsClock: whether the time is taken for right even where it can't be.
  init(
    _ store: any BackendStore, limits: BackendLimits = BackendLimits(), now: @escaping @Sendable () -> Int64, trustsClock: Bool = false,
    logger: Logger
  ) throws(BackendError) {
    self.store = store
    self.limits = limits
    self.now = now
    self.logger = logger
    connections = ConnectionTable(most: limits.maxConnections, mostPerAddress: limits.maxConnectionsPerAddress)
    lock = try BackendError.telling {
      if !trustsClock { try ServerClock.requirePlausible(now(), lastMs: try store.lastServedMs()) }
      return try store.beginServing()
    }
  }

  /// The server as a Hummingbird application that listens on `host` and `port` (0 = any free one).
  ///
  /// - Parameter onListening: called with the address once requests are taken.
  package func application(
    host: String, port: Int, onListening: @escaping @Sendable (SocketAddress?) -> Void = { _ in }
  ) -> some ApplicationProtocol {
    let (idle, deadline) = (TimeAmount.milliseconds(limits.idleTimeoutMs), TimeAmount.milliseconds(limits.requestDeadlineMs))
    let http = HTTP1Channel.Configuration(
      additionalChannelHandlers: [RequestDeadline(deadline)],
      idleTimeout: idle,
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: limits.maxHeaderBytes, maxHeaderListSize: limits.maxHeaderBytes, maxHeaderFieldCount: 100))
    return Application(
      router: router(),
      server: HTTPServerBuilder { [connections, limits] responder in
        GuardedHTTP1(http: HTTP1Channel(responder: responder, configuration: http), table: connections, limits: limits)
      },
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port),
        availableConnectionsDelegate: MaximumAvailableConnections(limits.maxConnections)),
      onServerRunning: { [logger] channel in
        let added = channel.eventLoop.submit {
          try channel.pipeline.syncOperations.addHandler(AcceptBackOff(logger: logger), position: .first)
        }
        try? await added.get()
        onListening(channel.localAddress)
      },
      logger: logger)
  }

  /// Serves until SIGTERM or SIGINT, then lets requests under way finish.
  ///
  /// - Parameter onListening: called with the server's URL once requests are taken.
  package func run(host: String, port: Int, onListening: @escaping @Sendable (String) -> Void) async throws {
    let application = application(host: host, port: port) { address in
      onListening(BackendServer.url(host: host, port: address?.port ?? port))
    }
    let service = BoundedStop(application) { [connections, limits] in
      // Requests still running at the deadline are cut off.
      MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: .milliseconds(limits.stopDeadlineMs)) { connections.stop() }
    }
    do {
      try await ServiceGroup(services: [service], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger).run()
    } catch let error as IOError {
      throw BackendServer.cannotListen(error, host: host, port: port)
    }
    store.close()
  }

  private func router() -> Router<BackendContext> {
    let users = UserDirectory(store)
    let rates = RateLimits(limits, now: now)
    let memory = WorkingMemory(limits)
    let router = Router(context: BackendContext.self)
    router.add(middleware: ErrorAnswers())
    router.add(middleware: rates)
    HealthRoute(store: store, now: now).add(to: router)
    TokenRoute(users: users).add(to: router)
    let owned = router.group().add(middleware: Authentication(users: users, rates: rates))
    SyncRoutes(store: store, limits: limits, memory: memory).add(to: owned)
    EventsRoute(store: store, limits: limits, memory: memory).add(to: owned)
    FoodLogRoute(store: store, limits: limits, memory: memory, now: now).add(to: owned)
    return router
  }

  /// `http://127.0.0.1:8787`; an IPv6 address is put into brackets.
  private static func url(host: String, port: Int) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

  private static func cannotListen(_ error: IOError, host: String, port: Int) -> BackendError {
    switch error.errnoCode {
    case EADDRINUSE:
      BackendError(
        .cannotListen, "port \(port) on \(host) is in use", hint: "choose another one with --port, or any free one with --port 0")
    case EACCES:
      BackendError(.cannotListen, "port \(port) needs more rights", hint: "choose one above 1023 with --port", kind: .noPermission)
    default:
      BackendError(.cannotListen, "can't listen on \(host) port \(port)", hint: "--host takes an address of this machine")
    }
  }
}

/// A service that calls `onStop` when its graceful shutdown begins, so that the duration of the shutdown can be
/// limited.
private struct BoundedStop<Wrapped: Service>: Service {
  private let service: Wrapped
  private let onStop: @Sendable () -> Void

  init(_ service: Wrapped, onStop: @escaping @Sendable () -> Void) {
    self.service = service
    self.onStop = onStop
  }

  func run() async throws {
    try await withGracefulShutdownHandler {
      try await service.run()
    } onGracefulShutdown: {
      onStop()
    }
  }
}

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
  private let work = OpenWork()
  private let metrics: ServerMetrics

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
    metrics = ServerMetrics(startedAtMs: now())
    lock = try BackendError.telling {
      if !trustsClock { try ServerClock.requirePlausible(now(), lastMs: try store.lastServedMs()) }
      return try store.beginServing()
    }
  }

  /// The server as a Hummingbird application that listens on an address.
  ///
  /// - Parameter onListening: called with the bound address once requests are taken.
  package func application(
    on address: ListenAddress, onListening: @escaping @Sendable (SocketAddress?) -> Void = { _ in }
  ) -> some ApplicationProtocol {
    let responder = router().buildResponder()
    let channel = GuardedHTTP1(answering: RequestAnswering(responder, logger: logger), table: connections, work: work, limits: limits)
    return Application(
      responder: responder,
      server: HTTPServerBuilder { _ in channel },
      configuration: ApplicationConfiguration(
        address: address.bindAddress,
        availableConnectionsDelegate: MaximumAvailableConnections(limits.maxConnections)),
      services: [OpenWorkEnd(work: work, table: connections)],
      onServerRunning: { [logger] channel in
        let added = channel.eventLoop.submit {
          try channel.pipeline.syncOperations.addHandler(AcceptBackOff(logger: logger), position: .first)
        }
        try? await added.get()
        onListening(channel.localAddress)
      },
      logger: logger)
  }

  /// The server's metrics as a Hummingbird application of its own: `GET /metrics`, without a token, in the text format of Prometheus.
  package func metricsApplication(
    on address: ListenAddress, onListening: @escaping @Sendable (SocketAddress?) -> Void = { _ in }
  ) -> some ApplicationProtocol {
    let router = Router(context: BasicRequestContext.self)
    router.get("metrics") { [metrics, connections, store] _, _ in
      let facts = ServerMetrics.Facts(connections: connections.count, isReady: await store.trouble() == nil)
      return Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text(facts))))
    }
    return Application(
      router: router, configuration: ApplicationConfiguration(address: address.bindAddress),
      onServerRunning: { channel in onListening(channel.localAddress) }, logger: logger)
  }

  /// The moments of a run that its caller may want to know of.
  package enum Moment: Sendable {
    /// Requests are taken at this URL.
    case listening(String)
    /// No more connections are taken, and requests under way end.
    case stopping
  }

  /// Serves until SIGTERM or SIGINT, then lets requests under way finish.
  ///
  /// - Parameters:
  ///   - metrics: where `/metrics` is served; `nil` = nowhere.
  ///   - onMoment: called at each moment, on any thread.
  package func run(
    on address: ListenAddress, metrics: ListenAddress? = nil, onMoment: @escaping @Sendable (Moment) -> Void
  ) async throws {
    let (socket, metricsSocket) = (SocketFile(address), metrics.flatMap(SocketFile.init))
    try socket?.makeRoom()
    try metricsSocket?.makeRoom()
    let application = application(on: address) { bound in
      socket?.keep()
      onMoment(.listening(address.url(port: bound?.port)))
    }
    let service = BoundedStop(application, on: address, option: "--port") { [connections, limits] in
      onMoment(.stopping)
      // Requests still running at the deadline are cut off.
      MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: .milliseconds(limits.stopDeadlineMs)) { connections.stop() }
    }
    var services: [any Service] = [service]
    if let metrics {
      let application = metricsApplication(on: metrics) { _ in metricsSocket?.keep() }
      // It ends after the server.
      services.insert(BoundedStop(application, on: metrics, option: "--metrics") {}, at: 0)
    }
    try await ServiceGroup(services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger).run()
    socket?.remove()
    metricsSocket?.remove()
    store.close()
  }

  private func router() -> Router<BackendContext> {
    let users = UserDirectory(store)
    let rates = RateLimits(limits, now: now)
    let memory = WorkingMemory(limits)
    let router = Router(context: BackendContext.self)
    router.add(middleware: Metering(metrics: metrics))
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
}

extension BackendError {
  /// The error for an address that can't be listened on, which an option of the command line has chosen.
  fileprivate init(listening error: IOError, on address: ListenAddress, option: String) {
    switch (address, error.errnoCode) {
    case (.port(let host, let port), EADDRINUSE):
      let any = option == "--port" ? ", or any free one with --port 0" : ""
      self.init(.cannotListen, "port \(port) on \(host) is in use", hint: "choose another one with \(option)\(any)")
    case (.port(_, let port), EACCES):
      self.init(.cannotListen, "port \(port) needs more rights", hint: "choose one above 1023 with \(option)", kind: .noPermission)
    case (.port(let host, let port), _):
      self.init(
        .cannotListen, "can't listen on \(host) port \(port)",
        hint: "\(option == "--port" ? "--host" : option) takes an address of this machine")
    case (.socket(let path), let code):
      self.init(
        .cannotListen, "can't make the socket \(path): \(String(cString: strerror(code)))",
        hint: "its folder has to be there, and writable for the server", kind: code == EACCES ? .noPermission : nil)
    }
  }
}

/// A service that listens on an address. It calls `onStop` when its graceful shutdown begins, so that the duration of the shutdown can be limited,
/// and tells of an address that can't be used.
private struct BoundedStop<Wrapped: Service>: Service {
  private let service: Wrapped
  private let address: ListenAddress
  private let option: String
  private let onStop: @Sendable () -> Void

  init(_ service: Wrapped, on address: ListenAddress, option: String, onStop: @escaping @Sendable () -> Void) {
    self.service = service
    self.address = address
    self.option = option
    self.onStop = onStop
  }

  func run() async throws {
    try await withGracefulShutdownHandler {
      do {
        try await service.run()
      } catch let error as IOError {
        throw BackendError(listening: error, on: address, option: option)
      }
    } onGracefulShutdown: {
      onStop()
    }
  }
}

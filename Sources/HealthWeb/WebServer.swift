import Glibc
import HealthDesk
import HealthModel
import HealthStore
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// The server of the pages: routes over one library, on this machine's own address alone unless told otherwise.
package struct WebServer: Sendable {
  private let library: SharedLibrary
  private let settings: LiveSettings
  private let clock: any WallClock
  private let logger: Logger
  private let reach: ServerReach
  private let sync: SyncNow
  private let imports: ImportDesk
  private let refresher = GoRefresher()
  /// Ends imports of what apps send.
  private let stop = StopFlag()
  /// The log of events.
  let events: PageEvents
  /// The pages that are kept in memory.
  let kept: KeptPages

  /// A server over a library.
  ///
  /// - Parameter isOnNetwork: Whether it listens on the local network, without TLS.
  package init(_ library: SharedLibrary, settings: LiveSettings, isOnNetwork: Bool = false, clock: any WallClock, logger: Logger) {
    self.library = library
    reach = ServerReach(origin: settings.origin, isOnNetwork: isOnNetwork)
    self.settings = settings
    self.clock = clock
    self.logger = logger
    sync = SyncNow(library, settings: settings, clock: clock)
    imports = ImportDesk(library, settings: settings, clock: clock)
    events = PageEvents({ settings.events }, clock: clock)
    kept = KeptPages(KeptGround(library: library, settings: settings, clock: clock, imports: imports), events: events)
  }

  /// Connections at a time: a browser has six.
  private static let mostConnections = 100
  /// Bytes of all header fields of a request.
  private static let mostHeaderBytes = 32 << 10

  /// The server as a Hummingbird application that listens on `port` (0 = any free one).
  ///
  /// - Parameter onListening: called with the port once requests are taken.
  /// - Throws: `StoreError`.
  package func application(
    port: Int, onListening: @escaping @Sendable (Int) async -> Void = { _ in }
  ) async throws -> some ApplicationProtocol {
    let mark = try await library.write { try LibraryMark.of($0) }
    ReceivedFile.removeLeftovers(besideLibrary: library.path)
    let news = try await CommitNews(library)
    let feed = LiveFeed { try await news.hasChanged() }
    let http = HTTP1Channel.Configuration(
      idleTimeout: .seconds(60),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: WebServer.mostHeaderBytes, maxHeaderListSize: WebServer.mostHeaderBytes, maxHeaderFieldCount: 100))
    return Application(
      router: router(libraryMark: mark, feed),
      server: .http1(configuration: http),
      configuration: ApplicationConfiguration(
        address: .hostname(reach.listensOn, port: port), serverName: nil,
        availableConnectionsDelegate: MaximumAvailableConnections(WebServer.mostConnections)),
      onServerRunning: { channel in await onListening(channel.localAddress?.port ?? port) },
      logger: logger)
  }

  /// Serves until SIGTERM or SIGINT, then lets requests under way finish and closes the library.
  ///
  /// - Parameter onListening: called with the port once requests are taken.
  /// - Throws: `WebError` when the port can't be listened on.
  package func run(port: Int, onListening: @escaping @Sendable (Int) async -> Void) async throws {
    let settings = settings
    // Days are those of the settings before the first page shows them. What goes wrong here is said by the pages.
    _ = try? await library.write { SummaryLog($0, as: settings.health).follow() }
    do {
      let application = try await application(port: port, onListening: onListening)
      let timer = try await noticeTimer()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await timer.run() }
        defer { group.cancelAll() }
        try await ServiceGroup(services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger).run()
      }
    } catch let error as IOError {
      throw WebServer.cannotListen(error, port: port)
    }
    sync.stop()
    imports.cancel()
    stop.raise()
    await events.settle()
    try await library.close()
  }

  private func noticeTimer() async throws -> NoticeTimer {
    let news = try await CommitNews(library)
    return NoticeTimer(
      library: library, settings: settings, clock: clock, logger: logger, hasChanged: { try await news.hasChanged() },
      refresh: { [windows = windows(Notices())] in await windows.refreshForNotices() })
  }

  /// The context of the pages of activity windows.
  private func windows(_ notices: Notices) -> GoTable {
    GoTable(library: library, settings: settings, clock: clock, notices: notices, events: events, refresher: refresher)
  }

  private func router(libraryMark: String, _ feed: LiveFeed) -> Router<WebContext> {
    let door = Door(library, clock: clock)
    let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: PageHeaders())
    router.add(middleware: ErrorPages())
    let notices = Notices()
    let food = FoodDesk(library: library, settings: settings, clock: clock, notices: notices, events: events, kept: kept)
    // Before what asks for a page of ours: apps aren't any, and show a token instead.
    let appDoor = AppDoor(library: library, clock: clock)
    let apps = router.group().add(middleware: OnlyAppTokens(door: appDoor, reach: reach, scope: .send))
    let homes = router.group().add(middleware: OnlyAppTokens(door: appDoor, reach: reach, scope: .figures))
    let hook = LaundryHooks(settings)
    IngestRoutes(library: library, settings: settings, clock: clock, food: food, stop: stop).add(to: apps)
    LaundryIngest(library: library, clock: clock, hook: hook).add(to: apps)
    IngestRoutes.refuseOtherMethods(on: router)
    FiguresRoute(library: library, settings: settings, clock: clock).add(to: homes)
    router.add(middleware: OwnRequests(reach: reach))
    StaticRoutes().add(to: router)
    CalendarFeed(library: library, door: appDoor).add(to: router)
    PairRoute(door: door).add(to: router)
    let visitors = router.group().add(middleware: OnlyVisitors(door: door, libraryMark: libraryMark, settings: settings)).add(
      middleware: ErrorPages())
    let desk = SettingsDesk(settings)
    LiveRoute(feed: feed, door: door, sync: sync).add(to: visitors)
    TodayRoute(library: library, settings: settings, clock: clock, sync: sync, notices: notices, kept: kept).add(to: visitors)
    SyncRoute(sync: sync, notices: notices, events: events).add(to: visitors)
    TrendRoutes(library: library, settings: settings, clock: clock, kept: kept).add(to: visitors)
    SettingsRoutes(library: library, desk: desk, clock: clock, imports: imports, notices: notices, kept: kept).add(to: visitors)
    ChoiceRoutes(library: library, desk: desk, sync: sync, notices: notices, events: events).add(to: visitors)
    AccountRoutes(library: library, settings: settings, notices: notices).add(to: visitors)
    TokenRoutes(library: library, clock: clock, notices: notices, reach: reach).add(to: visitors)
    PushRoutes(library: library, settings: settings, notices: notices, events: events).add(to: visitors)
    ImportRoutes(desk: imports, library: library.path, notices: notices).add(to: visitors)
    WaitingRoute(library: library, settings: settings, clock: clock, notices: notices).add(to: visitors)
    UndoRoute(library: library, clock: clock, notices: notices).add(to: visitors)
    let plan = PlanTable(library: library, settings: settings, clock: clock, notices: notices, events: events, kept: kept)
    PlanRoutes(desk: plan).add(to: visitors)
    PlanWeekRoutes(desk: plan).add(to: visitors)
    DietRoutes(library: library, settings: settings, clock: clock, notices: notices).add(to: visitors)
    DietSetupRoutes(library: library, settings: settings, clock: clock, notices: notices).add(to: visitors)
    DietChoiceRoutes(library: library, settings: settings, clock: clock, notices: notices).add(to: visitors)
    let laundry = LaundryTable(library: library, desk: desk, clock: clock, notices: notices, hook: hook)
    LaundryRoutes(table: laundry).add(to: visitors)
    LaundryChoiceRoutes(table: laundry).add(to: visitors)
    let windows = windows(notices)
    GoRoutes(desk: windows).add(to: visitors)
    GoProfileRoutes(desk: windows).add(to: visitors)
    GoPlaceRoutes(desk: windows).add(to: visitors)
    MirrorRoute(settings: settings, events: events).add(to: visitors)
    FoodRoute(desk: food).add(to: visitors)
    LogRoute(desk: food).add(to: visitors)
    ScanRoute(desk: food).add(to: visitors)
    return router
  }

  private static func cannotListen(_ error: IOError, port: Int) -> WebError {
    switch error.errnoCode {
    case EADDRINUSE:
      WebError(
        .cannotListen, "port \(port) is in use", hint: "choose another one with --port, or any free one with --port 0", kind: .unavailable)
    case EACCES:
      WebError(.cannotListen, "port \(port) needs more rights", hint: "choose one above 1023 with --port", kind: .noPermission)
    default: WebError(.cannotListen, "can't listen on port \(port)", hint: nil, kind: .unavailable)
    }
  }
}

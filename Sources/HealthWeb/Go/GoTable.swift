import ActivityWindow
import Forecast
import HealthDesk
import HealthModel
import HealthStore
import Hummingbird
import WebPush

/// The shared context of the routes of activity windows: the library, and the forecasts that this server asks for, one after the other.
struct GoTable: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock
  let notices: Notices
  let events: PageEvents
  private let refresher: GoRefresher

  /// The context of a server.
  ///
  /// - Parameter refresher: One for all contexts of the server.
  init(
    library: SharedLibrary, settings: LiveSettings, clock: any WallClock, notices: Notices, events: PageEvents, refresher: GoRefresher
  ) {
    (self.library, self.settings, self.clock, self.notices, self.events) = (library, settings, clock, notices, events)
    self.refresher = refresher
  }

  /// The last forecast, scored, with what became of asking for a newer one. A newer one is asked for in the background when something is set
  /// up; the page is live, and shows it.
  ///
  /// - Throws: `StoreError`.
  func view() async throws -> GoView {
    let (clock, cache) = (clock, settings.forecasts?.cache)
    let setup = try await setup()
    let (troubles, isOffline) = await refresher.outcome(for: setup.place)
    if setup.isSetUp { Task { await refresh(.ifDue) } }
    return try await library.read { _ in
      GoView(setup, cache?.forecast(for: setup.place), troubles: troubles, isOffline: isOffline, nowMs: clock.nowMs)
    }
  }

  /// The view, and the finished workouts of its last days.
  ///
  /// - Throws: `StoreError`.
  func viewWithFinished() async throws -> (view: GoView, finished: [GoView.Finished]) {
    let (view, clock) = (try await view(), clock)
    return (view, try await library.read { try GoDesk($0, clock: clock).finished(in: view) })
  }

  /// The user's settings.
  ///
  /// - Throws: `StoreError`.
  func setup() async throws -> GoSetup { try await library.read { [clock] in try GoDesk($0, clock: clock).setup() } }

  /// Asks for a newer forecast of the place that is shown, and plans notices anew when one arrives. What fails is remembered for the pages.
  ///
  /// - Returns: Whether there is no network.
  @discardableResult
  func refresh(_ refresh: ForecastRefresh) async -> Bool {
    guard let source = settings.forecasts else { return false }
    return await refresher.run(waits: refresh == .now) { [library, clock] in
      try? await library.ask { library in
        let place = try GoDesk(library, clock: clock).setup().place
        let answer = try await source.client(library).forecast(for: place, refresh: refresh)
        // What goes wrong here is said where notices are planned the next time.
        if answer.isNew { try? await source.replan(library) }
        return (place, answer)
      }
    }
  }

  /// Asks for the parts of the forecast that are due when notices rest on them and can be delivered.
  func refreshForNotices() async {
    let (clock, desk) = (clock, settings.now.notices)
    let isWanted = try? await library.read { library in
      let setup = try GoDesk(library, clock: clock).setup()
      return setup.hasProfile && !setup.profile.notifiedModes.isEmpty && desk(library)?.hasWays == true
    }
    if isWanted == true { await refresh(.ifDue) }
  }

  /// Records that a notice was opened by its link. What goes wrong here must not keep the page from its user.
  func opened(_ link: DeepLink) async {
    let now = clock.now
    let event = try? await library.read { try Event.coastOpened(link, in: $0, at: now) }
    if let event { events.noticed(event) }
  }

  /// Records that a notice, known by its link, was dismissed.
  ///
  /// - Throws: `StoreError`.
  func dismissed(_ link: DeepLink) async throws {
    if let event = try await library.read({ try Event.coastDismissed(link, in: $0) }) { events.noticed(event) }
  }

  /// The key that this browser can subscribe with to notices. `nil` when the server couldn't send any.
  func pushKey() async -> String? {
    guard settings.now.hasPushContact else { return nil }
    return try? await library.read { try VAPIDKeyFile(library: $0.path).key().publicText }
  }

  /// Changes the profile or the places, and plans notices anew.
  ///
  /// - Throws: What the change throws.
  func change<T: Sendable>(_ work: @escaping @Sendable (GoDesk) throws -> T) async throws -> T {
    let (clock, source) = (clock, settings.forecasts)
    let result = try await library.write { try work(GoDesk($0, clock: clock)) }
    // What goes wrong here is said where notices are planned the next time.
    if let source { _ = try? await library.ask { try await source.replan($0) } }
    return result
  }

  /// Looks a place up by its name.
  ///
  /// - Throws: `GoError`, `ForecastError`.
  func found(_ name: String) async throws -> FoundPlace? {
    guard let source = settings.forecasts else { return nil }
    let clock = clock
    return try await library.ask { library in
      try await GoDesk(library, clock: clock).found(name, by: source.client(library), language: nil).first
    }
  }
}

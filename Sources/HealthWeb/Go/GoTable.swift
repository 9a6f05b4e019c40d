import ActivityWindow
import Forecast
import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// The shared context of the routes of activity windows: the library, and the forecasts that this server asks for, one after the other.
struct GoTable: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock
  let notices: Notices
  let events: PageEvents
  private let refresher = GoRefresher()

  /// The context of a server.
  init(library: SharedLibrary, settings: LiveSettings, clock: any WallClock, notices: Notices, events: PageEvents) {
    (self.library, self.settings, self.clock, self.notices, self.events) = (library, settings, clock, notices, events)
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

  /// The user's settings.
  ///
  /// - Throws: `StoreError`.
  func setup() async throws -> GoSetup { try await library.read { [clock] in try GoDesk($0, clock: clock).setup() } }

  /// Asks for a newer forecast of the place that is shown. What fails is remembered for the pages.
  ///
  /// - Returns: Whether there is no network.
  @discardableResult
  func refresh(_ refresh: ForecastRefresh) async -> Bool {
    guard let source = settings.forecasts else { return false }
    return await refresher.run(waits: refresh == .now) { [library, clock] in
      try? await library.ask { library in
        let place = try GoDesk(library, clock: clock).setup().place
        return (place, try await source.client(library).forecast(for: place, refresh: refresh))
      }
    }
  }

  /// Records that a notice was opened by its link. What goes wrong here must not keep the page from its user.
  func opened(_ link: DeepLink) async {
    let now = clock.now
    let event = try? await library.read { try Event.coastOpened(link, in: $0, at: now) }
    if let event { events.opened(event) }
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

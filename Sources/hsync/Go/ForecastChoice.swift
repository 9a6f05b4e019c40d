import ActivityWindow
import Forecast
import HealthDesk
import HealthModel
import HealthStore
import Settings
import Transport

/// The forecast that a command shows.
struct ForecastChoice: Sendable {
  /// A saved place, by its id or name; `nil` = the chosen one.
  var place: String?
  /// Whether a new forecast is asked for, or none at all; `nil` = for parts that are an hour old.
  var refresh: Bool?

  /// The forecast of the place; a new one plans notices anew. Without one it is an error; what isn't new or whole is said on standard error by `tell`.
  nonisolated(nonsending) func view(in library: Library, days: Int = ActivityPlan.shownDays) async throws -> GoView {
    let refresh: ForecastRefresh = refresh.map { $0 ? .now : .never } ?? .ifDue
    let client = OpenMeteo(.atStart, library: library, transport: CurlTransport())
    let view = try await GoDesk(library, clock: LocalClock.wall).view(client, refresh: refresh, place: place, days: days)
    // What goes wrong here is said where notices are planned the next time.
    if view.isNew { _ = try? await NoticeDesk(library).plan() }
    if self.refresh == true, view.isOffline { Output.notice("No connection. Try again later.") }
    return try view.withForecast(by: LocalClock.wall)
  }
}

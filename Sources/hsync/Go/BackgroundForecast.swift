import Forecast
import HealthDesk
import HealthStore
import Settings
import Transport

/// The forecast that notices rest on, asked for before they are planned.
struct BackgroundForecast {
  private let library: Library

  init(_ library: Library) { self.library = library }

  /// Asks for the parts that are an hour old, when notices of activity windows are on and can be delivered. Silent: what fails is asked for
  /// again later, and the age of the forecast is what users see.
  func refresh() async {
    let notices = Configuration.atStart.notices
    guard notices.isEnabled, !notices.ways.isEmpty,
      let setup = try? GoDesk(library, clock: LocalClock.wall).setup(), setup.hasProfile, !setup.profile.notifiedModes.isEmpty
    else { return }
    _ = try? await OpenMeteo(.atStart, library: library, transport: CurlTransport()).forecast(for: setup.place)
  }
}

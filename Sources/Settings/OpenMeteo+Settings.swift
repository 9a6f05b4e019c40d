import Forecast
import HealthDesk
import HealthModel
import HealthStore
import Transport

extension ForecastCache {
  /// The user's forecasts: `$XDG_CACHE_HOME/hsync/forecasts`.
  package init(_ paths: Paths) { self.init(folder: paths.home("XDG_CACHE_HOME", ".cache") + "/hsync/forecasts") }
}

extension OpenMeteo {
  /// The client that the settings describe, with its budget of calls in a library.
  package init(_ settings: Configuration, library: Library, transport: any Transport, paths: Paths = Paths()) {
    self.init(
      addresses: settings.forecastAddresses, userAgent: settings.userAgent, memory: LibraryCallMemory(library), cache: ForecastCache(paths),
      transport: transport, allowsInsecureHTTP: settings.allowsInsecureHTTP, now: { LocalClock.nowMs })
  }
}

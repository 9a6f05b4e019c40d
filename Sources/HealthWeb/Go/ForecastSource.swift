import Forecast
import HealthStore

/// The forecasts for activity windows, as the settings have them.
package struct ForecastSource: Sendable {
  /// The last forecasts.
  package let cache: ForecastCache
  /// Makes the client whose budget of calls is in a library.
  package let client: @Sendable (Library) -> OpenMeteo
  /// Plans the notices of a library anew, after a change.
  package let replan: @Sendable (Library) async throws -> Void

  /// Forecasts with everything given.
  package init(
    cache: ForecastCache, client: @escaping @Sendable (Library) -> OpenMeteo, replan: @escaping @Sendable (Library) async throws -> Void
  ) {
    (self.cache, self.client, self.replan) = (cache, client, replan)
  }
}

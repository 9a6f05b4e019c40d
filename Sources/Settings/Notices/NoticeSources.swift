import Forecast
import HealthDesk

/// The engines that want notices.
package enum NoticeSources {
  /// All engines, with the user's settings.
  package static func all(_ settings: Configuration) -> [any NoticeSource] { [GoNotices(ForecastCache(Paths()))] }
}

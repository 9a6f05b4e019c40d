import Forecast
import HealthDesk

/// The engines that want notices.
package enum NoticeSources {
  /// All engines, with the user's settings.
  package static func all(_ settings: Configuration) -> [any NoticeSource] {
    let unit = ShownUnits(settings).weight
    let words = DietWords { "\(Quantity.fixed($0 / unit.kilograms, 1)) \(unit.rawValue)" }
    return [
      LaundryNotices(isEnabled: settings.laundry.notifies, hasSound: settings.laundry.hasSound),
      DietNoticeSource(settings: settings.health, words: words),
      GoNotices(ForecastCache(Paths())),
    ]
  }
}

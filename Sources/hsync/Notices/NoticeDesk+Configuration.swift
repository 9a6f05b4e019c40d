import HealthDesk
import HealthModel
import HealthStore
import Notices
import Settings
import Transport

extension NoticeDesk {
  /// The notices of a library by the user's settings.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether there are notices, instead of the setting that was read at the start; `nil` = as that says.
  ///   - fault: Called with the first fault of a way that can't be used; the others are.
  init(_ library: Library, isEnabled: Bool? = nil, reporting fault: (any UserFacingError) -> Void = { _ in }) {
    let configuration = Configuration.atStart
    let set = configuration.noticePreferences
    let preferences = NoticePreferences(isEnabled: isEnabled ?? set.isEnabled, isPrivate: set.isPrivate, quiet: set.quiet, zone: set.zone)
    let ways = NoticeWays(configuration, library: library, transport: CurlTransport())
    if let first = ways.fault { fault(first) }
    self.init(
      library, preferences, ways: ways.ways, sources: NoticeSources.all(configuration), events: .atStart, now: { LocalClock.nowMs })
  }
}

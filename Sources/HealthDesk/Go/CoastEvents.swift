import ActivityWindow
import HealthModel
import HealthStore
import Notices

/// The events of notices about activity windows, for the local log: planned, cancelled, shown, opened and dismissed ones, and what a browser
/// answered when it was asked for permission.
extension Event {
  /// The events of changes of the plan.
  ///
  /// - Parameter zone: The user's zone, for `fire_time`.
  static func coast(_ changes: [NoticeChange], zone: ZoneRules) -> [Event] {
    changes.compactMap { change in
      switch change {
      case .add(let planned), .replace(let planned, old: _): scheduled(planned, zone)
      case .cancel(let planned, let reason):
        memo(planned.notice).map {
          noticed("notif_cancelled", [("mode", .string($0.mode.rawValue)), ("reason", .string(reason.rawValue))])
        }
      case .miss: nil
      }
    }
  }

  /// The event of a notice that was shown. `nil` for notices of others.
  static func coastFired(_ planned: PlannedNotice) -> Event? {
    memo(planned.notice).map { memo in
      noticed(
        "notif_fired",
        [
          ("mode", .string(memo.mode.rawValue)), ("window_start", JSON(memo.window?.start)), ("notification_id", .string(memo.id)),
        ])
    }
  }

  /// The event of a notice of a library that the user opened by its link. `nil` when no notice has that link.
  ///
  /// - Throws: `StoreError`.
  package static func coastOpened(_ link: DeepLink, in library: Library, at now: Moment) throws -> Event? {
    try memo(of: link, in: library).map { noticed(.opened(mode: $0.mode, id: $0.id, openedAt: now, link: link)) }
  }

  /// The event of a notice of a library, known by its link, that the user dismissed. `nil` when no notice has that link.
  ///
  /// - Throws: `StoreError`.
  package static func coastDismissed(_ link: DeepLink, in library: Library) throws -> Event? {
    try memo(of: link, in: library).map { noticed(.dismissed(mode: $0.mode, id: $0.id)) }
  }

  /// The event of a browser's answer to the question whether hsync may show notices.
  package static func coastPermission(isGranted: Bool) -> Event {
    noticed(isGranted ? .permissionGranted(platform: platform) : .permissionDenied(platform: platform))
  }

  /// The event of the way from the banner about blocked notices to the settings.
  package static var coastSettings: Event { noticed(.settingsDeepLink) }

  /// Browsers ask their users in the same way on all systems.
  private static let platform = "web"

  /// The event of a change of the zone's offset, minutes east of UTC, after which `count` notices were planned anew.
  static func coastOffset(from old: Int, to new: Int, count: Int) -> Event {
    noticed("notif_dst_reschedule", [("old_offset", JSON(old)), ("new_offset", JSON(new)), ("count_rescheduled", JSON(count))])
  }

  private static func scheduled(_ planned: PlannedNotice, _ zone: ZoneRules) -> Event? {
    memo(planned.notice).map { memo in
      noticed(
        "notif_scheduled",
        [
          ("mode", .string(memo.mode.rawValue)), ("window_start", JSON(memo.window?.start)), ("window_end", JSON(memo.window?.end)),
          ("avg_score", JSON(number: memo.window?.meanScore)), ("fire_time", .string(zone.moment(atMs: planned.fireAtMs).iso8601)),
        ])
    }
  }

  private static func memo(_ notice: WantedNotice) -> CoastMemo? {
    notice.source == GoNotices.source ? notice.memo.flatMap { CoastMemo($0) } : nil
  }

  /// The memo of the notice with a link. `nil` when there is none.
  private static func memo(of link: DeepLink, in library: Library) throws -> CoastMemo? {
    let table = NoticeTable(library)
    let entries = try table.planned() + table.ended(NoticeTable.mostEnded)
    let entry = entries.first { $0.source == GoNotices.source && $0.wanted["link"].string == link.text }
    return entry.flatMap { $0.wanted["memo"].string }.flatMap { CoastMemo($0) }
  }

  /// - Parameter event: One without a time of the device.
  private static func noticed(_ event: CoastEvent) -> Event { noticed(event.name, event.fields(deviceZone: ZoneRules(fixedMin: 0))) }

  private static func noticed(_ name: String, _ fields: [(String, JSON)]) -> Event {
    .notice(name, .object(fields + [("scoring_version", .string(Scoring.version))]))
  }
}

import ActivityWindow
import HealthModel
import HealthStore
import Notices

/// The events of notices about activity windows, for the local log: planned, cancelled and shown ones.
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
    let table = NoticeTable(library)
    let entries = try table.planned() + table.ended(NoticeTable.mostEnded)
    let entry = entries.first { $0.source == GoNotices.source && $0.wanted["link"].string == link.text }
    guard let memo = entry.flatMap({ $0.wanted["memo"].string }).flatMap({ CoastMemo($0) }) else { return nil }
    return noticed(
      "notif_opened",
      [
        ("mode", .string(memo.mode.rawValue)), ("opened_at", .string(now.iso8601)), ("notification_id", .string(memo.id)),
        ("deep_link", .string(link.text)),
      ])
  }

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

  private static func noticed(_ name: String, _ fields: [(String, JSON)]) -> Event {
    .notice(name, .object(fields + [("scoring_version", .string(Scoring.version))]))
  }
}

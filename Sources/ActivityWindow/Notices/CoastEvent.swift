import HealthModel

/// An event about notices, for the local log.
package enum CoastEvent: Sendable, Hashable {
  /// A notice was planned.
  case scheduled(CoastNotice)
  /// A notice was delivered.
  case fired(CoastNotice)
  /// The user opened a notice.
  case opened(mode: ActivityMode, id: String, openedAt: Moment, link: DeepLink)
  /// The user dismissed a notice.
  case dismissed(mode: ActivityMode, id: String)
  /// A planned notice was dropped.
  case cancelled(mode: ActivityMode, reason: NoticePlan.Reason)
  /// Notices were permitted on a platform.
  case permissionGranted(platform: String)
  /// Notices were denied on a platform.
  case permissionDenied(platform: String)
  /// The zone's offset changed, minutes east of UTC, and notices were planned anew.
  case dstReschedule(oldOffsetMin: Int, newOffsetMin: Int, count: Int)
  /// The user opened the settings from the banner.
  case settingsDeepLink

  /// Its name in the log.
  package var name: String {
    switch self {
    case .scheduled: "notif_scheduled"
    case .fired: "notif_fired"
    case .opened: "notif_opened"
    case .dismissed: "notif_dismissed"
    case .cancelled: "notif_cancelled"
    case .permissionGranted: "notif_permission_granted"
    case .permissionDenied: "notif_permission_denied"
    case .dstReschedule: "notif_dst_reschedule"
    case .settingsDeepLink: "notif_settings_deep_link"
    }
  }

  /// The event's own fields. Windows are local times at the place; instants are ISO 8601 with the device's offset.
  ///
  /// - Parameter deviceZone: The zone for `fire_time`.
  package func fields(deviceZone: ZoneRules) -> [(String, JSON)] {
    switch self {
    case .scheduled(let notice):
      [
        ("mode", .string(notice.mode.rawValue)), ("window_start", JSON(notice.window?.startTime)),
        ("window_end", JSON(notice.window?.endTime)), ("avg_score", JSON(number: notice.meanScore)),
        ("fire_time", .string(deviceZone.moment(atMs: notice.fireMs).iso8601)),
      ]
    case .fired(let notice):
      [
        ("mode", .string(notice.mode.rawValue)), ("window_start", JSON(notice.window?.startTime)), ("notification_id", .string(notice.id)),
      ]
    case .opened(let mode, let id, let openedAt, let link):
      [
        ("mode", .string(mode.rawValue)), ("opened_at", .string(openedAt.iso8601)), ("notification_id", .string(id)),
        ("deep_link", .string(link.text)),
      ]
    case .dismissed(let mode, let id): [("mode", .string(mode.rawValue)), ("notification_id", .string(id))]
    case .cancelled(let mode, let reason): [("mode", .string(mode.rawValue)), ("reason", .string(reason.rawValue))]
    // Permission is never provisional here.
    case .permissionGranted(let platform): [("platform", .string(platform)), ("provisional", .bool(false))]
    case .permissionDenied(let platform): [("platform", .string(platform))]
    case .dstReschedule(let old, let new, let count):
      [("old_offset", JSON(old)), ("new_offset", JSON(new)), ("count_rescheduled", JSON(count))]
    case .settingsDeepLink: []
    }
  }

  /// `{"event": "notif_fired", "timestamp": …, "scoring_version": "score_v1", …}`.
  package func json(at now: Moment, deviceZone: ZoneRules) -> JSON {
    .object(
      [("event", .string(name)), ("timestamp", .string(now.iso8601)), ("scoring_version", .string(Scoring.version))]
        + fields(deviceZone: deviceZone))
  }
}

extension NoticePlan {
  /// The events of putting the plan into effect: cancellations first, then new notices.
  package var events: [CoastEvent] {
    cancelled.map { .cancelled(mode: $0.notice.mode, reason: $0.reason) } + added.map { .scheduled($0) }
  }
}

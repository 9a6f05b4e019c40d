/// A notice that is planned.
package struct PlannedNotice: Sendable, Hashable {
  /// The notice as it was wanted.
  package let notice: WantedNotice
  /// The time at which it is due, in milliseconds UTC: the wanted one, or the end of quiet hours.
  package let fireAtMs: Int64
  /// The time at which it was planned, in milliseconds UTC.
  package let plannedAtMs: Int64

  /// A planned notice with everything given.
  package init(notice: WantedNotice, fireAtMs: Int64, plannedAtMs: Int64) {
    self.notice = notice
    self.fireAtMs = fireAtMs
    self.plannedAtMs = plannedAtMs
  }

  /// The notice's id.
  package var id: String { notice.id }

  /// Whether both say the same at the same time, whenever they were planned.
  func isEqual(to other: PlannedNotice) -> Bool { notice == other.notice && fireAtMs == other.fireAtMs }
}

/// A change of the plan.
package enum NoticeChange: Sendable, Hashable {
  /// The reason why a notice is cancelled.
  package enum Reason: String, Sendable {
    /// Notices, the source or the topic were turned off.
    case userDisabled = "user_disabled"
    /// It is no longer wanted.
    case reschedule
    /// The data that it rests on are too old.
    case staleData = "stale_data"
  }

  /// Plan the notice.
  case add(PlannedNotice)
  /// Plan the notice in place of the one with its id.
  case replace(PlannedNotice, old: PlannedNotice)
  /// Drop the notice.
  case cancel(PlannedNotice, Reason)
  /// Drop the notice, whose last time has passed without its being shown.
  case miss(PlannedNotice)
}

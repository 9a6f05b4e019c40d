import HealthModel

/// The words of a notice.
package struct NoticeText: Sendable, Hashable {
  /// One line.
  package let title: String
  /// One or more lines; may be empty.
  package let body: String

  /// The words of a notice.
  package init(title: String, body: String) { (self.title, self.body) = (title, body) }
}

/// A button of a notice.
package struct NoticeAction: Sendable, Hashable {
  /// Its name for programs: `view_details`.
  package let id: String
  /// The text on it.
  package let label: String
  /// The address that it opens. `nil` = it opens nothing; ways that can't report a press leave it out.
  package let link: String?

  /// A button.
  package init(id: String, label: String, link: String? = nil) { (self.id, self.label, self.link) = (id, label, link) }
}

/// The urgency of a notice.
package enum NoticePriority: String, Sendable, CaseIterable {
  /// Shown without a sound.
  case low
  case normal
  case high
}

/// A notice that an engine wants to be shown, in the words of its face.
package struct WantedNotice: Sendable, Hashable {
  /// The treatment of a notice that falls into quiet hours.
  package enum QuietRule: String, Sendable {
    /// It is shown all the same: the user started a timer.
    case ignore
    /// It is shown when they end.
    case wait
    /// It isn't shown.
    case drop
  }

  /// The same whenever the same notice is wanted, on every device, and unique among all sources: it begins with the
  /// source. A notice with the id of one that was shown isn't shown again.
  package let id: String
  /// The engine: `laundry`. Planning for one source leaves the notices of others alone.
  package let source: String
  /// The part of the source that users can mute: `swim_solo`. `nil` = none.
  package let topic: String?
  /// The kind of notice within its source: `wash_complete`.
  package let kind: String
  /// The time at which it is due, in milliseconds UTC.
  package let fireAtMs: Int64
  /// The last time at which it may be shown, in milliseconds UTC.
  package let notAfterMs: Int64
  /// Its treatment in quiet hours.
  package let quiet: QuietRule
  /// The words.
  package let text: NoticeText
  /// Words with nothing personal in them, for `notices.private`.
  package let privateText: NoticeText
  /// The address to open. `nil` = none.
  package let link: String?
  /// The group of notices with equal buttons: `activity_window`.
  package let category: String
  /// The buttons.
  package let actions: [NoticeAction]
  /// The urgency.
  package let priority: NoticePriority
  /// Facts that the source needs when it plans again, in a form of its own. `nil` = none. They aren't delivered.
  package let memo: String?

  /// A notice with everything given.
  package init(
    id: String, source: String, topic: String? = nil, kind: String, fireAtMs: Int64, notAfterMs: Int64, quiet: QuietRule,
    text: NoticeText, privateText: NoticeText, link: String? = nil, category: String, actions: [NoticeAction] = [],
    priority: NoticePriority = .normal, memo: String? = nil
  ) {
    self.id = id
    self.source = source
    self.topic = topic
    self.kind = kind
    self.fireAtMs = NumberRules.nearestTime(fireAtMs)
    self.notAfterMs = NumberRules.nearestTime(notAfterMs)
    self.quiet = quiet
    self.text = text
    self.privateText = privateText
    self.link = link
    self.category = category
    self.actions = actions
    self.priority = priority
    self.memo = memo
  }
}

import HealthModel
import Notices

/// The user's settings for notices.
package struct NoticePreferences: Sendable {
  /// Whether there are notices at all.
  package let isEnabled: Bool
  /// Whether titles and texts hold nothing personal.
  package let isPrivate: Bool
  /// The quiet hours; `nil` = none.
  package let quiet: QuietHours?
  /// The user's zone.
  package let zone: ZoneRules

  /// Settings with everything given.
  package init(isEnabled: Bool = true, isPrivate: Bool = false, quiet: QuietHours? = nil, zone: ZoneRules) {
    self.isEnabled = isEnabled
    self.isPrivate = isPrivate
    self.quiet = quiet
    self.zone = zone
  }
}

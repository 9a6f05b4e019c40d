import HealthDesk

/// The engines that want notices.
package enum NoticeSources {
  /// All engines, with the user's settings.
  package static func all(_ settings: Configuration) -> [any NoticeSource] {
    [LaundryNotices(isEnabled: settings.laundry.notifies, hasSound: settings.laundry.hasSound)]
  }
}

import HealthModel

/// Consecutive days with a log.
package struct LoggingStreak: Sendable, Hashable {
  /// Days in a row, up to today, or up to yesterday as long as today has no log.
  package let days: Int
  /// Whether today has a log. The streak is shown in grey until then.
  package let isLoggedToday: Bool

  /// The streak on a day.
  ///
  /// - Parameter loggedDays: Local days on which a meal was eaten that is logged, or a weight was logged by hand. Days after `today`, as a
  /// wrong
  ///   clock leaves them, don't count.
  package init(loggedDays: Set<Day>, today: Day) {
    isLoggedToday = loggedDays.contains(today)
    var day = isLoggedToday ? today : today.adding(-1)
    var days = 0
    while loggedDays.contains(day) {
      days += 1
      day = day.adding(-1)
    }
    self.days = days
  }
}

import HealthModel

/// The place of a meal relative to the eating window.
package enum MealPlacement: Sendable, Hashable {
  /// Inside the window, its borders included.
  case inside
  /// Minutes before the window's start.
  case before(minutes: Int)
  /// Minutes after the window's end.
  case after(minutes: Int)

  /// Whether the user gets a mild warning: before the start, and more than two hours after the end. It never affects the streak.
  package var isWarned: Bool {
    switch self {
    case .inside: false
    case .before: true
    case .after(let minutes): minutes > EatingWindow.graceMin
    }
  }
}

extension EatingWindow {
  /// The place of a meal at a minute of the day. With 12:00–18:00, 11:59 is 1 min before, 20:00 is 120 min after (not warned), 20:01 is
  /// warned.
  package func placement(ofMinute minute: Int) -> MealPlacement {
    if minute < startMin { return .before(minutes: startMin - minute) }
    return minute > endMin ? .after(minutes: minute - endMin) : .inside
  }

  /// The place of a meal, by the clock that showed its time.
  package func placement(of moment: Moment) -> MealPlacement { placement(ofMinute: moment.minuteOfDay) }
}

import HealthStore

/// The program that syncs a library repeatedly.
enum Repeater {
  /// The schedule that `hsync schedule install` made, and whose timer or cron is at work.
  case timer
  /// A running `hsync sync --watch`.
  case observer

  /// Looks for one. `nil` = there is none: the next sync is the one that the user starts.
  ///
  /// Asks the system, which costs some milliseconds: only for a sync that has failed.
  init?(of library: String, nowMs: Int64) {
    if LockFile.holder(of: .observing, besideLibrary: library, nowMs: nowMs) != nil {
      self = .observer
    } else if (try? Schedule().state())?.isActive == true {
      self = .timer
    } else {
      return nil
    }
  }

  /// Behind a time at which it will sync.
  var words: String {
    switch self {
    case .timer: "by a timer"
    case .observer: "by hsync sync --watch"
    }
  }
}

import HealthDesk
import HealthModel
import HealthStore
import Synchronization

/// The system's clock, with the offset of a zone that may change while the program runs.
package final class ZoneClock: WallClock {
  private let zone: @Sendable () -> String?
  private let known = Mutex<(name: String, rules: ZoneRules?)?>(nil)

  /// - Parameter zone: The zone's IANA name, now; `nil` = the machine's, or that of `TZ`.
  package init(zone: @escaping @Sendable () -> String?) { self.zone = zone }

  package var nowMs: Int64 { LocalClock.nowMs }

  package func moment(atMs ms: Int64) -> Moment {
    guard let rules else { return LocalClock.moment(atMs: ms) }
    return rules.moment(atMs: ms)
  }

  package func moment(on day: Day, hour: Int, minute: Int) -> Moment {
    guard let rules else { return LocalClock.moment(on: day, hour: hour, minute: minute) }
    return rules.moment(on: day, minute: hour * 60 + minute)
  }

  private var rules: ZoneRules? {
    guard let name = zone() else { return nil }
    return known.withLock { known in
      if let known, known.name == name { return known.rules }
      let rules = ZoneFile.rules(of: name)
      known = (name, rules)
      return rules
    }
  }
}

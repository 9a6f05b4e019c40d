import DayTotals
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
    return Moment(ms: ms, utcOffsetMin: rules.offsetMin(at: ms))
  }

  package func moment(on day: Day, hour: Int, minute: Int) -> Moment {
    guard let rules else { return LocalClock.moment(on: day, hour: hour, minute: minute) }
    let shownMs = Int64(day.number) * 86_400_000 + Int64(hour * 60 + minute) * 60_000
    // The offset of a moment that is at most a day away, and the one that holds there. They differ around a change; of a time that is skipped the
    // offset before it is the smaller one, and leads behind the gap.
    let near = shownMs - rules.offsetMs(at: shownMs)
    let ms = shownMs - rules.offsetMs(at: near)
    return moment(atMs: rules.offsetMs(at: ms) == shownMs - ms ? ms : max(near, ms))
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

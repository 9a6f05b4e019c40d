import Foundation
import HealthDesk
import HealthModel

/// The system's clock and time zone (`TZ`, else the machine's).
package enum LocalClock {
  /// The same as a value for the use cases.
  package static let wall: any WallClock = Wall()

  private struct Wall: WallClock {
    var nowMs: Int64 { LocalClock.nowMs }
    func moment(atMs ms: Int64) -> Moment { LocalClock.moment(atMs: ms) }
    func moment(on day: Day, hour: Int, minute: Int) -> Moment { LocalClock.moment(on: day, hour: hour, minute: minute) }
  }

  /// Now.
  package static var now: Moment { moment(atMs: nowMs) }

  /// Now, milliseconds since 1970.
  package static var nowMs: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The IANA name of the zone: `TZ`, else where `/etc/localtime` leads to, else `UTC`.
  package static func zone(_ paths: Paths) -> String {
    if let name = paths.value("TZ") { return String(name.drop { $0 == ":" }) }
    let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime")) ?? ""
    return target.range(of: "zoneinfo/").map { String(target[$0.upperBound...]) } ?? "UTC"
  }

  /// An instant with the offset that the zone has then.
  package static func moment(atMs ms: Int64) -> Moment { Moment(ms: ms, utcOffsetMin: Int(offsetMs(at: ms) / 60_000)) }

  /// The instant at which the clocks on the wall show that: the first one if they show it twice, and moved on by the gap if daylight saving skips it.
  /// `mktime` would take either, depending on the zone and on what it was asked before.
  package static func moment(on day: Day, hour: Int, minute: Int, second: Int = 0) -> Moment {
    let shownMs = Int64(day.number) * 86_400_000 + Int64(hour * 3600 + minute * 60 + second) * 1000
    return moment(atMs: ZoneRules.instant(showing: shownMs, offsetMs: offsetMs(at:)))
  }

  /// The zone's offset at an instant, both in milliseconds.
  private static func offsetMs(at ms: Int64) -> Int64 {
    var seconds = time_t(ms / 1000)
    var local = tm()
    localtime_r(&seconds, &local)
    return Int64(local.tm_gmtoff) * 1000
  }
}

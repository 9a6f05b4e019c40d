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
  package static func moment(atMs ms: Int64) -> Moment {
    var seconds = time_t(ms / 1000)
    var local = tm()
    localtime_r(&seconds, &local)
    return Moment(ms: ms, utcOffsetMin: local.tm_gmtoff / 60)
  }

  /// The instant at which the clocks on the wall show that. A time that daylight saving skips is moved on by the C library.
  package static func moment(on day: Day, hour: Int, minute: Int, second: Int = 0) -> Moment {
    let (year, month, dayOfMonth) = day.civil
    var local = tm()
    local.tm_year = Int32(year - 1900)
    local.tm_mon = Int32(month - 1)
    local.tm_mday = Int32(dayOfMonth)
    local.tm_hour = Int32(hour)
    local.tm_min = Int32(minute)
    local.tm_sec = Int32(second)
    local.tm_isdst = -1
    return moment(atMs: Int64(mktime(&local)) * 1000)
  }
}

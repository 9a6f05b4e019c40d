import Glibc
import Synchronization

/// The time for an answer's `Date`, as text that is made once a second.
final class HTTPDate: Sendable {
  private let last = Mutex((second: Int.min, text: ""))

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The current time, as in `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
  var text: String {
    let now = time(nil)
    return last.withLock { last in
      if last.second != now { last = (now, HTTPDate.text(now)) }
      return last.text
    }
  }

  /// A time as text.
  ///
  /// - Parameter seconds: since 1970, up to the year 9999.
  static func text(_ seconds: Int) -> String {
    var (seconds, parts) = (seconds, tm())
    gmtime_r(&seconds, &parts)
    let day = "\(days[Int(parts.tm_wday)]), \(padded(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
    return "\(day) \(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec)) GMT"
  }

  private static func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

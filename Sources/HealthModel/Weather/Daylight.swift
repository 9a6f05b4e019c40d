/// The time between one sunrise and the sunset that follows it.
public struct Daylight: Sendable, Hashable {
  /// Sunrise, milliseconds since 1970.
  public let riseMs: Int64
  /// Sunset, milliseconds since 1970. The same as `riseMs` on a day without sunrise; 24 hours later on a day without sunset.
  public let setMs: Int64

  /// The daylight from a sunrise to a sunset. A sunset before the sunrise counts as none.
  public init(riseMs: Int64, setMs: Int64) {
    self.riseMs = riseMs
    self.setMs = max(riseMs, setMs)
  }

  /// Whether the sun is down at an instant: before sunrise, or at or after sunset. `nil` when none of the days is near enough to tell.
  ///
  /// Each day tells for the night before and the night after it. With a sunrise at 05:30 and a sunset at 19:30 it is dark from 19:30 the
  /// evening before (24 hours before sunset) until 05:30, and from 19:30 until 05:30 the next morning.
  ///
  /// - Parameters:
  ///   - ms: Milliseconds since 1970.
  ///   - days: In any order.
  public static func isDark(at ms: Int64, in days: [Daylight]) -> Bool? {
    var isKnown = false
    for day in days {
      if ms >= day.riseMs, ms < day.setMs { return false }
      isKnown = isKnown || (ms >= day.setMs - dayMs && ms < day.riseMs + dayMs)
    }
    return isKnown ? true : nil
  }

  private static let dayMs: Int64 = 86_400_000
}

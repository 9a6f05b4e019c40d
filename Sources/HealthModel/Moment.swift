/// An instant and the offset of the clock on the wall at that instant: what a person calls a time.
public struct Moment: Sendable, Hashable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let ms: Int64
  /// Minutes east of UTC at that instant: 60 in Paris in winter, -300 in New York. -840…840.
  public let utcOffsetMin: Int

  /// An instant with its offset.
  public init(ms: Int64, utcOffsetMin: Int) {
    self.ms = ms
    self.utcOffsetMin = utcOffsetMin
  }

  /// The local calendar day.
  public var day: Day { Day(number: Int(floorDivide(localMs, 86_400_000))) }

  /// Minutes since local midnight, 0…1439.
  public var minuteOfDay: Int {
    Int((localMs - floorDivide(localMs, 86_400_000) * 86_400_000) / 60_000)
  }

  /// The local time as `HH:MM`.
  public var clock: String {
    func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
    return "\(two(minuteOfDay / 60)):\(two(minuteOfDay % 60))"
  }

  /// ISO 8601 with the offset, to the second: `2026-02-10T12:03:00+01:00`.
  public var iso8601: String {
    func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
    let second = Int((localMs - floorDivide(localMs, 60_000) * 60_000) / 1000)
    let offset = min(utcOffsetMin.magnitude, 1440)
    let sign = utcOffsetMin < 0 ? "-" : "+"
    return "\(day)T\(clock):\(two(second))\(sign)\(two(Int(offset) / 60)):\(two(Int(offset) % 60))"
  }

  /// Local milliseconds, clamped to the four-digit years that `Day` can represent: a row may hold any number.
  private var localMs: Int64 {
    let most = NumberRules.timesMs.upperBound
    return min(max(ms, -most), most) + Int64(min(max(utcOffsetMin, -1440), 1440)) * 60_000
  }

  private func floorDivide(_ a: Int64, _ b: Int64) -> Int64 { a >= 0 ? a / b : -((-a + b - 1) / b) }
}

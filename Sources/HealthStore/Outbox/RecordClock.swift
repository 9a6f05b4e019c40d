/// The bounds of a record's version, `hlc`: milliseconds since 1970 × 65,536 + a counter.
///
/// A backend's answer is read by `value`, so that no version beyond `latest` comes into a library. A version between `farthest` and `latest` is
/// kept as it is, because a computer whose clock is behind must still see and beat the edits of others; but it doesn't set the clock by which this
/// device counts.
package enum RecordClock {
  /// The largest version that a record may have: the beginning of the year 2200. Above it are 2^62 − 2^58.7 more numbers for edits.
  package static let latest: Int64 = 7_258_118_400_000 << 16

  /// The limit of counting, 2^62: a clock that an older hsync advanced beyond it restarts with the time of day.
  package static let ceiling: Int64 = 1 << 62

  /// The most that others may set this device's own clock ahead of the wall clock: a day, in milliseconds.
  package static let leewayMs: Int64 = 86_400_000

  /// The largest version that another device's record may set this device's clock to.
  ///
  /// - Parameter ms: Now, in milliseconds since 1970.
  package static func farthest(atMs ms: Int64) -> Int64 { (min(max(ms, 0), latest >> 16 - leewayMs) + leewayMs) << 16 }

  /// Reads decimal digits without sign or leading zeros. `nil` for anything else, 0, and values above `latest`.
  package static func value(_ text: String) -> Int64? {
    guard let first = text.utf8.first, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(first), let value = Int64(text), value <= latest
    else { return nil }
    return value
  }
}

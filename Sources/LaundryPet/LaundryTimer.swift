/// A timer at a time: what is left of a wash or a drying whose end is stored.
///
/// An end that lies further ahead than the timer's duration, because the clock was set back, is shown as the whole
/// duration. The stored end stays: another device's clock may be right.
package struct LaundryTimer: Sendable, Hashable {
  /// Milliseconds from its start to its end, 0 or more.
  package let durationMs: Int64
  /// Milliseconds that are left, 0…`durationMs`.
  package let remainingMs: Int64
  /// Whether the stored end lies further ahead than the duration, so that the whole duration is shown.
  package let isHeldBack: Bool

  /// - Parameters:
  ///   - startedAtMs: Milliseconds UTC.
  ///   - endsAtMs: The stored end, milliseconds UTC.
  ///   - longestMs: The longest possible duration; a row's longer one is taken for it.
  ///   - nowMs: Milliseconds UTC.
  init(startedAtMs: Int64, endsAtMs: Int64, longestMs: Int64, nowMs: Int64) {
    durationMs = min(max(endsAtMs - startedAtMs, 0), longestMs)
    remainingMs = min(max(endsAtMs - nowMs, 0), durationMs)
    isHeldBack = endsAtMs - nowMs > durationMs
  }

  /// Whether its end has passed, however long ago.
  package var isOver: Bool { remainingMs == 0 }

  /// The elapsed share in percent, 0…100, rounded down. 45 minutes of which 12:10 are left: 100 × 1970 s / 2700 s = 72.96, 72 %.
  package var percent: Int { durationMs == 0 ? 100 : Int(100 * (durationMs - remainingMs) / durationMs) }

  /// The time that is left, in seconds rounded up: `42:15`, from an hour on `1:00:00`.
  package var text: String {
    let seconds = (remainingMs + 999) / 1000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let tail = "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    return seconds < 3600 ? tail : "\(seconds / 3600):\(tail)"
  }
}

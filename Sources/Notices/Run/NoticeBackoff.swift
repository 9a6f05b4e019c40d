/// The pauses between the attempts of a way.
package enum NoticeBackoff {
  /// Milliseconds after the first failure: 30 s.
  static let firstMs: Int64 = 30_000
  /// The longest pause in milliseconds: 30 minutes.
  package static let longestMs: Int64 = 1_800_000

  /// Milliseconds to wait after a failure: 30 s × 2^(failures − 1), at most 30 min, of which half is random, so that
  /// ways that failed together don't come back together.
  ///
  /// The third failure with 0.5 waits 60 s + 0.5 × 60 s = 90 s.
  /// - Parameters:
  ///   - failures: The failures in a row, from 1.
  ///   - random: 0..<1.
  package static func delayMs(failures: Int, random: Double) -> Int64 {
    let ceiling = min(longestMs, firstMs << Int64(min(max(failures - 1, 0), 20)))
    return ceiling / 2 + Int64(Double(ceiling / 2) * min(max(random, 0), 1))
  }

  /// The end of a pause, or `nil` when it is over. A pause that begins in the future, because the clock was set back, is over.
  static func end(sinceMs: Int64, delayMs: Int64, nowMs: Int64) -> Int64? {
    let endMs = sinceMs + max(delayMs, 0)
    return sinceMs <= nowMs && nowMs < endMs ? endMs : nil
  }
}

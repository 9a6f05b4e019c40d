/// The wait after a failure: exponential, with full jitter, so that many devices don't come back at once.
///
/// Source: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015: `random(0, min(cap, base * 2^attempt))`.
package enum Backoff {
  /// 15 minutes.
  package static let capMs: Int64 = 15 * 60 * 1000
  /// A 429 that names no time means a minute.
  package static let limitedMs: Int64 = 60 * 1000

  /// By which rule the waits grow.
  package enum Pace: String, Sendable, Codable {
    /// Full jitter, over all runs.
    case fullJitter
    /// The phone app's: 750 ms × 2^(n − 1) up to 30 s, plus up to 500 ms, restarted in each run.
    case mobile

    /// Returns the milliseconds to wait after a failure.
    ///
    /// At the phone app's pace the third failure of a run with 0.5 waits 3,250 ms.
    /// - Parameters:
    ///   - inRun: The number of the failure since this run's last progress, 1 = the first.
    ///   - inRow: Its number since the last valid response in any run.
    package func delayMs(inRun: Int, inRow: Int, random: Double) -> Int64 {
      switch self {
      case .fullJitter: Backoff.delayMs(failures: inRow, random: random)
      case .mobile: min(30_000, 750 << Int64(min(max(inRun - 1, 0), 10))) + Int64(500 * random)
      }
    }
  }

  /// Milliseconds to wait after the `failures`-th failure in a row (1 = the first): random × 1 s × 2^(failures − 1), capped at 15 min.
  ///
  /// The fourth failure with 0.5 waits 4 s.
  package static func delayMs(failures: Int, random: Double) -> Int64 {
    let exponent = min(max(failures - 1, 0), 20)
    let ceiling = min(capMs, 1000 << Int64(exponent))
    return Int64(Double(ceiling) * random)
  }
}

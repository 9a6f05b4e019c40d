/// How long to wait after a failure: exponential, with full jitter, so that many devices don't come back at once.
///
/// Source: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015: `random(0, min(cap, base * 2^attempt))`.
package enum Backoff {
  /// 15 minutes.
  package static let capMs: Int64 = 15 * 60 * 1000
  /// A 429 that names no time means a minute.
  package static let limitedMs: Int64 = 60 * 1000

  /// Milliseconds to wait after the `failures`-th failure in a row (1 = the first): random × 1 s × 2^(failures − 1), capped at 15 min.
  ///
  /// The fourth failure with 0.5 waits 4 s.
  package static func delayMs(failures: Int, random: Double) -> Int64 {
    let exponent = min(max(failures - 1, 0), 20)
    let ceiling = min(capMs, 1000 << Int64(exponent))
    return Int64(Double(ceiling) * random)
  }
}

/// The pause of a service that had trouble: a circuit breaker, as a value without a clock.
package struct ServicePause: Sendable, Hashable {
  /// The pause after the first failure in a row; it doubles with each further one.
  package static let firstMs: Int64 = 60_000
  /// The longest pause without a `Retry-After` from the server.
  package static let longestMs: Int64 = 15 * 60_000
  /// The longest `Retry-After` that is honoured.
  package static let longestRetryAfterMs: Int64 = 6 * 3_600_000

  /// No request before then, milliseconds since 1970; 0 when there was no trouble.
  package private(set) var notBeforeMs: Int64 = 0
  /// Failures since the last success.
  package private(set) var failures = 0

  /// No pause.
  init() {}

  /// A pause as it was kept; what makes no sense counts as nothing.
  init(notBeforeMs: Int64?, failures: Int64?) {
    self.notBeforeMs = max(0, notBeforeMs ?? 0)
    self.failures = Int(min(max(0, failures ?? 0), 30))
  }

  /// The time until which it lasts; `nil` when it is over at `nowMs`. A clock that was set back doesn't make it longer than a right one could.
  mutating func end(at nowMs: Int64) -> Int64? {
    notBeforeMs = min(notBeforeMs, nowMs + ServicePause.longestRetryAfterMs)
    return nowMs < notBeforeMs ? notBeforeMs : nil
  }

  /// The service answered: its trouble, if there was any, is over.
  mutating func succeeded() { self = ServicePause() }

  /// Records a failure: no request for 60 s, twice as long for each further failure in a row up to 15 min, or for as long as the service's
  /// `Retry-After` demands (at most 6 h) if that is longer.
  ///
  /// - Parameter jitter: 0…1, makes the pause up to a quarter longer, so that many clients don't come back at once.
  mutating func failed(at nowMs: Int64, retryAfterMs: Int64?, jitter: Double) {
    failures = min(failures + 1, 30)
    let doubled = min(ServicePause.firstMs << Int64(min(failures - 1, 10)), ServicePause.longestMs)
    let pause = min(doubled + Int64(Double(doubled) / 4 * min(max(jitter, 0), 1)), ServicePause.longestMs)
    let wish = min(max(retryAfterMs ?? 0, 0), ServicePause.longestRetryAfterMs)
    notBeforeMs = max(notBeforeMs, nowMs + max(pause, wish))
  }
}

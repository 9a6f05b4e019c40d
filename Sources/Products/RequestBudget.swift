import HealthModel

/// The rate limit of a service: never more than 15 requests in any rolling 60 seconds, and none for a while after it had trouble.
///
/// A value without a clock: times come in, decisions come out. It is kept in the store, so that it holds over all processes and restarts.
/// The times of the last 15 requests are kept, for a token bucket that allows bursts doesn't promise "any rolling 60 seconds".
package struct RequestBudget: Sendable, Hashable {
  /// Whether a request may go out.
  package enum Reservation: Sendable, Hashable {
    /// It may, and counts from now on.
    case go
    /// Not before then, milliseconds since 1970; nothing was counted.
    case waitUntil(Int64)
  }

  /// Open Food Facts' limit for reading products, per address, since April 2026.
  package static let requestsPerWindow = 15
  /// The window of that limit.
  package static let windowMs: Int64 = 60_000
  /// The pause after the first failure in a row; it doubles with each further one.
  package static let firstPauseMs: Int64 = 60_000
  /// The longest pause without a `Retry-After` from the server.
  package static let longestPauseMs: Int64 = 15 * 60_000
  /// The longest `Retry-After` that is honoured.
  package static let longestRetryAfterMs: Int64 = 6 * 3_600_000

  /// Times of the last requests, at most 15, the oldest first, milliseconds since 1970.
  package private(set) var times: [Int64] = []
  /// No request before then, milliseconds since 1970; 0 when there was no trouble.
  package private(set) var notBeforeMs: Int64 = 0
  /// Failures since the last success.
  package private(set) var failures = 0

  /// A budget that nothing was taken from.
  package init() {}

  /// Takes one request at `nowMs` if that is allowed.
  package mutating func reserve(at nowMs: Int64) -> Reservation {
    // A clock that was set back must not block for longer than a right one could.
    times = times.map { min($0, nowMs) }
    notBeforeMs = min(notBeforeMs, nowMs + RequestBudget.longestRetryAfterMs)
    if nowMs < notBeforeMs { return .waitUntil(notBeforeMs) }
    if times.count >= RequestBudget.requestsPerWindow {
      let free = times[times.count - RequestBudget.requestsPerWindow] + RequestBudget.windowMs + 1
      if nowMs < free { return .waitUntil(free) }
    }
    times = times.suffix(RequestBudget.requestsPerWindow - 1) + [nowMs]
    return .go
  }

  /// The service answered: its trouble, if there was any, is over.
  package mutating func succeeded() {
    failures = 0
    notBeforeMs = 0
  }

  /// Records a failure of the service: no request for 60 s, twice as long for each further failure in a row up to 15
  /// min, or for as long as its `Retry-After` demands (at most 6 h) if that is longer.
  ///
  /// - Parameter jitter: 0…1, makes the pause up to a quarter longer, so that many clients don't come back at once.
  package mutating func failed(at nowMs: Int64, retryAfterMs: Int64?, jitter: Double) {
    failures = min(failures + 1, 30)
    let doubled = min(RequestBudget.firstPauseMs << Int64(min(failures - 1, 10)), RequestBudget.longestPauseMs)
    let pause = min(doubled + Int64(Double(doubled) / 4 * min(max(jitter, 0), 1)), RequestBudget.longestPauseMs)
    let wish = min(max(retryAfterMs ?? 0, 0), RequestBudget.longestRetryAfterMs)
    notBeforeMs = max(notBeforeMs, nowMs + max(pause, wish))
  }

  /// `{"times": […], "not_before_ms": 0, "failures": 0}`.
  package var json: JSON {
    .object([("times", .array(times.map { JSON($0) })), ("not_before_ms", JSON(notBeforeMs)), ("failures", JSON(failures))])
  }

  /// Reads what `json` writes; what isn't there or makes no sense counts as nothing.
  package init(json: JSON) {
    times = Array((json["times"].array ?? []).compactMap(\.int).filter { $0 >= 0 }.sorted().suffix(RequestBudget.requestsPerWindow))
    notBeforeMs = max(0, json["not_before_ms"].int ?? 0)
    failures = Int(min(max(0, json["failures"].int ?? 0), 30))
  }
}

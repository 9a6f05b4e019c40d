import HealthModel

/// The rate limits of a service: never more than 15 requests in any rolling 60 seconds, of which at most 10 are searches, and none for a while after
/// it had trouble.
///
/// A value without a clock: times come in, decisions come out. It is kept in the store, so that it holds over all processes and restarts.
/// The times of the last requests are kept, for a token bucket that allows bursts doesn't promise "any rolling 60 seconds".
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
  /// Its limit for searches, which have trouble of their own.
  package static let searchesPerWindow = 10
  /// The window of both limits.
  package static let windowMs: Int64 = 60_000

  /// Times of the last requests, searches among them, at most 15, the oldest first, milliseconds since 1970.
  package private(set) var times: [Int64] = []
  /// Times of the last searches, at most 10, likewise.
  package private(set) var searchTimes: [Int64] = []
  /// The pause of all requests.
  private var pause = ServicePause()
  /// The pause of searches alone: products can be read while it lasts.
  private var searchPause = ServicePause()

  /// No request before then, milliseconds since 1970; 0 when there was no trouble.
  package var notBeforeMs: Int64 { pause.notBeforeMs }
  /// Failures since the last success.
  package var failures: Int { pause.failures }
  /// No search before then, likewise.
  package var searchNotBeforeMs: Int64 { searchPause.notBeforeMs }

  /// A budget that nothing was taken from.
  package init() {}

  /// Takes one request at `nowMs` if that is allowed.
  package mutating func reserve(at nowMs: Int64) -> Reservation {
    times = times.map { min($0, nowMs) }
    if let end = pause.end(at: nowMs) ?? RequestBudget.end(of: times, RequestBudget.requestsPerWindow, at: nowMs) { return .waitUntil(end) }
    times = times.suffix(RequestBudget.requestsPerWindow - 1) + [nowMs]
    return .go
  }

  /// Takes one search at `nowMs` if that is allowed; it counts as a request, too.
  package mutating func reserveSearch(at nowMs: Int64) -> Reservation {
    searchTimes = searchTimes.map { min($0, nowMs) }
    if let end = searchPause.end(at: nowMs) ?? RequestBudget.end(of: searchTimes, RequestBudget.searchesPerWindow, at: nowMs) {
      return .waitUntil(end)
    }
    let reservation = reserve(at: nowMs)
    if reservation == .go { searchTimes = searchTimes.suffix(RequestBudget.searchesPerWindow - 1) + [nowMs] }
    return reservation
  }

  /// The time at which the window has room again; `nil` when it has. A clock that was set back must not block for longer than a right one could,
  /// so that no time is later than `nowMs`.
  private static func end(of times: [Int64], _ most: Int, at nowMs: Int64) -> Int64? {
    guard times.count >= most else { return nil }
    let free = times[times.count - most] + windowMs + 1
    return nowMs < free ? free : nil
  }

  /// The service answered: its trouble, if there was any, is over.
  package mutating func succeeded() { pause.succeeded() }

  /// Records a failure of the service (`ServicePause.failed`).
  package mutating func failed(at nowMs: Int64, retryAfterMs: Int64?, jitter: Double) {
    pause.failed(at: nowMs, retryAfterMs: retryAfterMs, jitter: jitter)
  }

  /// A search was answered.
  package mutating func searchSucceeded() { searchPause.succeeded() }

  /// Records a failure of a search, which says nothing about reading products.
  package mutating func searchFailed(at nowMs: Int64, retryAfterMs: Int64?, jitter: Double) {
    searchPause.failed(at: nowMs, retryAfterMs: retryAfterMs, jitter: jitter)
  }

  /// `{"times": […], "not_before_ms": 0, "failures": 0, "search_times": […], "search_not_before_ms": 0, "search_failures": 0}`.
  package var json: JSON {
    .object([
      ("times", .array(times.map { JSON($0) })), ("not_before_ms", JSON(pause.notBeforeMs)), ("failures", JSON(pause.failures)),
      ("search_times", .array(searchTimes.map { JSON($0) })), ("search_not_before_ms", JSON(searchPause.notBeforeMs)),
      ("search_failures", JSON(searchPause.failures)),
    ])
  }

  /// Reads what `json` writes; what isn't there or makes no sense counts as nothing.
  package init(json: JSON) {
    times = RequestBudget.times(json["times"], RequestBudget.requestsPerWindow)
    searchTimes = RequestBudget.times(json["search_times"], RequestBudget.searchesPerWindow)
    pause = ServicePause(notBeforeMs: json["not_before_ms"].int, failures: json["failures"].int)
    searchPause = ServicePause(notBeforeMs: json["search_not_before_ms"].int, failures: json["search_failures"].int)
  }

  private static func times(_ json: JSON, _ most: Int) -> [Int64] {
    Array((json.array ?? []).compactMap(\.int).filter { $0 >= 0 }.sorted().suffix(most))
  }
}

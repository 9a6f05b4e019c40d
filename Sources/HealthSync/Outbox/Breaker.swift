/// Stops the requests to a backend that keeps failing, and lets one probe through from time to time.
///
/// It opens after 5 failures in a row, or when the retry tokens run low (gRPC proposal A6: 10 tokens, −1 a failure, +0.1 a success, no
/// retries at half or below), for 60 s, doubling to 15 min.
package struct Breaker: Sendable, Codable, Equatable {
  /// As far as failures and openings are counted.
  private static let most = 1_000_000

  /// Failures since the last valid answer.
  package private(set) var failures = 0
  /// 0…10.
  package private(set) var tokens = 10.0
  /// Until when it is open. `nil` = closed.
  package private(set) var openUntil: Deadline?
  /// The number of openings since the last valid response.
  package private(set) var openings = 0

  /// A closed breaker.
  package init() {}

  /// Reads what was stored; numbers that can't be right are those of a closed breaker.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    failures = (try? values.number(.failures, in: 0...Breaker.most)) ?? 0
    tokens = (try? values.number(.tokens, in: 0...10)) ?? 10
    openUntil = try? values.decodeIfPresent(Deadline.self, forKey: .openUntil)
    openings = (try? values.number(.openings, in: 0...Breaker.most)) ?? 0
  }

  /// Whether the next request is only a probe: the breaker opened and no valid answer came since.
  package var isProbing: Bool { openUntil != nil }

  /// Records a valid response: closed, and the doubling restarts. A successful probe also refills the tokens.
  package mutating func succeeded() {
    tokens = isProbing ? 10 : min(10, tokens + 0.1)
    failures = 0
    openings = 0
    openUntil = nil
  }

  /// A request failed.
  package mutating func failed(at now: SyncInstant) {
    failures = min(failures + 1, Breaker.most)
    tokens = max(0, tokens - 1)
    guard isProbing || failures >= 5 || tokens <= 5 else { return }
    openUntil = Deadline(Breaker.openMs(opening: openings), after: now)
    openings = min(openings + 1, Breaker.most)
  }

  /// See `BackendState.rebase`.
  package mutating func rebase(at now: SyncInstant) { openUntil = openUntil?.rebased(at: now) }

  /// 60 s, 120 s, 240 s, 480 s, then 900 s.
  private static func openMs(opening: Int) -> Int64 { min(60_000 << Int64(min(opening, 4)), Backoff.capMs) }
}

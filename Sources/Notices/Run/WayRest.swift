/// The rest of a way after it failed, in which none of its notices is tried.
package struct WayRest: Sendable, Hashable {
  /// The way's id.
  package let way: String
  /// The number of failures since the last delivery.
  package let failures: Int
  /// The time of the last failure, in milliseconds UTC.
  package let sinceMs: Int64
  /// Milliseconds from then to the next attempt.
  package let delayMs: Int64
  /// The reason, for the user.
  package let reason: String

  /// A rest with everything given.
  package init(way: String, failures: Int, sinceMs: Int64, delayMs: Int64, reason: String) {
    self.way = way
    self.failures = failures
    self.sinceMs = sinceMs
    self.delayMs = delayMs
    self.reason = reason
  }

  /// The time at which it ends; `nil` = it is over.
  func endMs(nowMs: Int64) -> Int64? { NoticeBackoff.end(sinceMs: sinceMs, delayMs: delayMs, nowMs: nowMs) }
}

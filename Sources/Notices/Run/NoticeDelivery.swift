/// The state of a notice on one way of delivery.
package struct NoticeDelivery: Sendable, Hashable {
  /// How far it is.
  package enum Status: String, Sendable {
    /// It is being delivered. If that is what a later run finds, it ended in the middle.
    case started
    /// It was delivered.
    case delivered
    /// It wasn't delivered, and is tried again.
    case failed
    /// It may have been delivered, and isn't tried again.
    case unknown
    /// It wasn't delivered in time.
    case expired

    /// Whether the way is done with the notice.
    package var isFinal: Bool { self == .delivered || self == .unknown || self == .expired }
  }

  /// The notice's id.
  package let noticeID: String
  /// The way's id.
  package let way: String
  /// How far it is.
  package let status: Status
  /// The number of attempts, from 1; 0 = it expired before the first one.
  package let attempts: Int
  /// The time of the last change, in milliseconds UTC.
  package let atMs: Int64
  /// Milliseconds from `atMs` to the next attempt of a failed one; 0 otherwise.
  package let retryAfterMs: Int64
  /// The reason of the last failure, for the user. `nil` = there was none.
  package let reason: String?

  /// A state with everything given.
  package init(
    noticeID: String, way: String, status: Status, attempts: Int, atMs: Int64, retryAfterMs: Int64 = 0, reason: String? = nil
  ) {
    self.noticeID = noticeID
    self.way = way
    self.status = status
    self.attempts = attempts
    self.atMs = atMs
    self.retryAfterMs = retryAfterMs
    self.reason = reason
  }

  /// The ids of the notices that were, or may have been, shown by any way.
  package static func fired(_ deliveries: [NoticeDelivery]) -> Set<String> {
    Set(deliveries.lazy.filter { [.started, .delivered, .unknown].contains($0.status) }.map(\.noticeID))
  }

  /// The time of the next attempt; `nil` = now.
  func retryMs(nowMs: Int64) -> Int64? {
    status == .failed ? NoticeBackoff.end(sinceMs: atMs, delayMs: retryAfterMs, nowMs: nowMs) : nil
  }
}

import BulkSQL
import GRDB
import HealthModel

/// The state of a notice on one way of delivery, as it is kept.
package struct NoticeDeliveryEntry: Sendable, Equatable {
  /// The notice's id.
  package let noticeID: String
  /// The way's id.
  package let way: String
  /// `started`, `delivered`, `failed`, `unknown` or `expired`.
  package let status: String
  /// The number of attempts, 0 or more.
  package let attempts: Int
  /// The time of the last change, in milliseconds UTC.
  package let atMs: Int64
  /// Milliseconds from `atMs` to the next attempt of a failed one; 0 otherwise.
  package let retryAfterMs: Int64
  /// The reason of the last failure; `nil` = there was none.
  package let reason: String?

  /// An entry with everything given.
  package init(
    noticeID: String, way: String, status: String, attempts: Int, atMs: Int64, retryAfterMs: Int64, reason: String?
  ) {
    self.noticeID = noticeID
    self.way = way
    self.status = status
    self.attempts = attempts
    self.atMs = atMs
    self.retryAfterMs = retryAfterMs
    self.reason = reason
  }

  static let columns = "notice, way, status, attempts, at_ms, retry_after_ms, reason"

  /// Reads a row of `columns`.
  init(row: Row) throws {
    try self.init(
      noticeID: row.value(0), way: row.value(1), status: row.value(2),
      attempts: Int(Swift.min(Swift.max(row.value(3) as Int64, 0), 1_000_000)),
      atMs: NumberRules.nearestTime(row.value(4)), retryAfterMs: NoticeRestEntry.delay(row.value(5)), reason: row.value(6))
  }
}

/// The rest of a way of delivery after it failed, as it is kept.
package struct NoticeRestEntry: Sendable, Equatable {
  /// The way's id.
  package let way: String
  /// The number of failures since the last delivery, 1 or more.
  package let failures: Int
  /// The time of the last failure, in milliseconds UTC.
  package let sinceMs: Int64
  /// Milliseconds from then to the next attempt, at most a day.
  package let delayMs: Int64
  /// The reason, for the user.
  package let reason: String

  /// An entry with everything given.
  package init(way: String, failures: Int, sinceMs: Int64, delayMs: Int64, reason: String) {
    self.way = way
    self.failures = failures
    self.sinceMs = sinceMs
    self.delayMs = delayMs
    self.reason = reason
  }

  static let columns = "way, failures, since_ms, delay_ms, reason"

  /// Reads a row of `columns`.
  init(row: Row) throws {
    try self.init(
      way: row.value(0), failures: Int(Swift.min(Swift.max(row.value(1) as Int64, 1), 1_000_000)),
      sinceMs: NumberRules.nearestTime(row.value(2)),
      delayMs: NoticeRestEntry.delay(row.value(3)), reason: row.value(4))
  }

  /// A duration as the notifier makes them: at most a day.
  static func delay(_ ms: Int64) -> Int64 { Swift.min(Swift.max(ms, 0), 86_400_000) }
}

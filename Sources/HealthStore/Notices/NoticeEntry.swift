import BulkSQL
import GRDB
import HealthModel

/// A notice as it is kept: planned, or one that ended.
package struct NoticeEntry: Sendable, Equatable {
  /// The state of a notice.
  package enum State: String, Sendable {
    /// It is due at `fireAtMs`.
    case planned
    /// Every way delivered it, or gave it up.
    case shown
    /// Its last time passed before any way delivered it.
    case missed
    /// It was taken back.
    case cancelled
  }

  /// The notice's id.
  package let id: String
  /// The engine that wanted it: `laundry`.
  package let source: String
  /// The state.
  package let state: State
  /// The time at which it is due, in milliseconds UTC.
  package let fireAtMs: Int64
  /// The last time at which it may be shown, in milliseconds UTC.
  package let notAfterMs: Int64
  /// The time at which it was planned, in milliseconds UTC.
  package let plannedAtMs: Int64
  /// The time at which it was shown, missed or cancelled, in milliseconds UTC; `nil` = it is planned.
  package let endedAtMs: Int64?
  /// The reason for which it was cancelled: `reschedule`. `nil` = it wasn't.
  package let reason: String?
  /// The notice as it was wanted.
  package let wanted: JSON

  /// An entry with everything given.
  package init(
    id: String, source: String, state: State = .planned, fireAtMs: Int64, notAfterMs: Int64, plannedAtMs: Int64, endedAtMs: Int64? = nil,
    reason: String? = nil, wanted: JSON
  ) {
    self.id = id
    self.source = source
    self.state = state
    self.fireAtMs = fireAtMs
    self.notAfterMs = notAfterMs
    self.plannedAtMs = plannedAtMs
    self.endedAtMs = endedAtMs
    self.reason = reason
    self.wanted = wanted
  }

  static let columns = "id, source, state, fire_at_ms, not_after_ms, planned_at_ms, ended_at_ms, reason, wanted"

  /// Reads a row of `columns`. `nil` for one that the table's CHECKs don't allow.
  init?(row: Row) throws {
    guard let state = try State(rawValue: row.value(2)), let wanted = try? JSON(parsing: row.value(8) as String) else { return nil }
    try self.init(
      id: row.value(0), source: row.value(1), state: state, fireAtMs: NumberRules.nearestTime(row.value(3)),
      notAfterMs: NumberRules.nearestTime(row.value(4)), plannedAtMs: NumberRules.nearestTime(row.value(5)),
      endedAtMs: (row.value(6) as Int64?).map(NumberRules.nearestTime), reason: row.value(7), wanted: wanted)
  }
}

import HealthModel

/// SQL for versions of records that are counted up without ever leaving the numbers that a column holds.
enum ClockSQL {
  /// The wall clock as a version.
  static let now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) << 16"

  /// A version above `value` (a column or a small expression); 0 where that is beyond all counting, so that the wall clock decides.
  static func next(after value: String) -> String { "iif(\(value) < \(RecordClock.ceiling), \(value) + 1, 0)" }

  /// A version above the one that `table` has of a record; 0 where it has none, or one beyond all counting.
  static func next(afterThatIn table: String, kind: String, id: String) -> String {
    "coalesce((SELECT hlc + 1 FROM \(table) WHERE kind = \(kind) AND id = \(id) AND hlc < \(RecordClock.ceiling)), 0)"
  }
}

/// SQL for the lane of the outbox that a record takes: 0 if its day or its time is in the last two days or isn't known, else 1.
enum LaneSQL {
  /// The lane by a local day, `YYYY-MM-DD`.
  static func lane(ofDay day: String) -> String { "coalesce(\(day) < date('now','-2 day'), 0)" }

  /// The lane by milliseconds since 1970.
  static func lane(ofMs ms: String) -> String { "coalesce(\(ms) < (julianday('now','-2 day') - 2440587.5) * 86400000, 0)" }

  /// The lane by a value that may be any of the two, or NULL.
  static func lane(ofEither value: String) -> String { "iif(typeof(\(value)) = 'text', \(lane(ofDay: value)), \(lane(ofMs: value)))" }
}

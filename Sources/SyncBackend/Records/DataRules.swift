import HealthModel

/// The rules for `data` by its record's kind: a meal has rules of its own; of every other kind, known or not, the numbers are held to `NumberRules`.
enum DataRules {
  /// Checks parsed `data`.
  /// - Throws: the reason why it is rejected, for its sender.
  static func check(_ data: JSON, kind: String) throws(Rejection) {
    if kind == RecordKind.meal { try MealRules.check(data) } else { try NumberCheck.check(data, kind: kind) }
  }

  /// Passes the bytes of `data`, an object. Returns whether it is certainly valid; `false` = it must be parsed and
  /// checked.
  static func isRight(_ cursor: inout JSONCursor, kind: String) throws(JSONError) -> Bool {
    kind == RecordKind.meal ? try MealCheck.isRight(&cursor) : try NumberCheck.isRight(&cursor, kind: kind)
  }
}

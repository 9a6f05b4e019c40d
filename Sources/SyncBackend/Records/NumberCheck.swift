import HealthModel

/// Checks the numbers of a record against the bounds of its kind in `NumberRules`. The library uses the same table, so
/// that both accept the same values. Keys that aren't in the table are ignored, as are `null` and missing keys.
enum NumberCheck {
  /// Throws the first thing that is wrong.
  static func check(_ data: JSON, kind: String) throws(Rejection) {
    for rule in NumberRules.of(kind: kind) { try check(data, rule) }
  }

  /// The same of one number.
  static func check(_ data: JSON, _ rule: NumberRule) throws(Rejection) {
    let value = rule.keys.reduce(data) { $0[$1] }
    if value.isNull { return }
    let key = rule.keys.last ?? rule.column
    guard let number = value.double, number.isFinite, !rule.isWhole || number == number.rounded() else {
      throw Rejection("form", "\(key) isn't a \(rule.isWhole ? "whole " : "")number")
    }
    guard rule.allows(number) else { throw Rejection("range", "\(key) is \(value.text)") }
  }

  /// The same on the bytes of an object that is a record's `data`, which are passed. Returns whether it is certainly
  /// valid. A repeated key is valid when each of its values is. Keys with unnecessary escapes are left to the caller
  /// (`isPlain`).
  static func isRight(_ cursor: inout JSONCursor, kind: String) throws(JSONError) -> Bool {
    guard let rules = rules[kind] else {
      _ = try cursor.value()
      return true
    }
    return try isRight(&cursor, rules)
  }

  private static func isRight(_ cursor: inout JSONCursor, _ rules: Rules) throws(JSONError) -> Bool {
    var isRight = true
    try cursor.members { cursor, key throws(JSONError) in
      let name = cursor.text(key)
      if let group = rules.groups[name], cursor.isAtObject() {
        if try !NumberCheck.isRight(&cursor, Rules(numbers: group, groups: [:])) { isRight = false }
        return
      }
      let value = try cursor.value()
      guard let rule = rules.numbers[name], value.kind != .null else { return }
      let number = value.kind == .number ? Double(cursor.text(value.range)) : nil
      if !(number.map(rule.allows) ?? false) { isRight = false }
    }
    return isRight
  }

  /// A kind's rules by key.
  private struct Rules {
    /// Those at the top.
    var numbers: [String: NumberRule] = [:]
    /// Those in an object at the top.
    var groups: [String: [String: NumberRule]] = [:]
  }

  private static let rules: [String: Rules] = Dictionary(
    uniqueKeysWithValues: NumberRules.all.map { kind, list in
      var rules = Rules()
      for rule in list {
        if rule.keys.count == 1 {
          rules.numbers[rule.keys[0]] = rule
        } else {
          rules.groups[rule.keys[0], default: [:]][rule.keys[1]] = rule
        }
      }
      return (kind, rules)
    })
}
